//! Converts dates to Python's types.

use mailutf::message::{DateTime, HeaderField};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDateTime, PyDelta, PyTzInfo};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The time zones that were needed so far. The key is the number of minutes by which the zone is ahead of UTC. The
/// zones are kept because making a zone takes as long as reading a date.
static ZONES: Mutex<BTreeMap<i16, Py<PyTzInfo>>> = Mutex::new(BTreeMap::new());

fn zone(py: Python<'_>, minutes: i16) -> PyResult<Bound<'_, PyTzInfo>> {
    let known = ZONES
        .lock_py_attached(py)
        .unwrap_or_else(PoisonError::into_inner)
        .get(&minutes)
        .map(|zone| zone.clone_ref(py));
    if let Some(zone) = known {
        return Ok(zone.into_bound(py));
    }
    let zone = PyTzInfo::fixed_offset(py, PyDelta::new(py, 0, i32::from(minutes) * 60, 0, true)?)?;
    ZONES.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner).insert(minutes, zone.clone().unbind());
    Ok(zone)
}

/// Converts a date. Returns `None` if Python's calendar lacks the date, for example a date in the year 0.
pub(crate) fn date(py: Python<'_>, date: DateTime) -> Option<Bound<'_, PyDateTime>> {
    let zone = match date.offset {
        Some(minutes) => Some(zone(py, minutes).ok()?),
        None => None,
    };
    let (month, day, hour, minute) = (date.month, date.day, date.hour, date.minute);
    // Python has no leap seconds. As in `timestamp`, a leap second is the second after it.
    let second = date.second.min(59);
    let made =
        PyDateTime::new(py, date.year.into(), month, day, hour, minute, second, 0, zone.as_ref()).ok()?;
    match date.second - second {
        0 => Some(made),
        more => made.add(PyDelta::new(py, 0, more.into(), 0, true).ok()?).ok()?.cast_into().ok(),
    }
}

/// Returns the date in a field. The zone `-0000` means that the time is in UTC, and says nothing about the zone of the
/// author (RFC 5322 section 3.3). The library treats `-0000` as an unknown zone; this function sets the zone to UTC.
pub(crate) fn with_zone(field: &HeaderField<'_>) -> Option<DateTime> {
    let date = field.date()?;
    let is_utc = field.raw().windows(UTC.len()).any(|octets| octets == UTC);
    Some(if is_utc { in_utc(date) } else { date })
}

const UTC: &[u8] = b" -0000";

/// Returns the date with a zone. The zone is UTC if the date has none.
pub(crate) fn in_utc(mut date: DateTime) -> DateTime {
    date.offset = date.offset.or(Some(0));
    date
}
