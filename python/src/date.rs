//! Conversion of dates to Python's types.

use mailutf::message::{DateTime, HeaderField};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDateTime, PyDelta, PyTzInfo};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The zones that were needed so far, by their minutes ahead of UTC. Making a zone takes as long as reading a date.
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

/// `None` if Python's calendar lacks the date, such as one in the year 0.
pub(crate) fn date(py: Python<'_>, date: DateTime) -> Option<Bound<'_, PyDateTime>> {
    let zone = match date.offset {
        Some(minutes) => Some(zone(py, minutes).ok()?),
        None => None,
    };
    let (month, day, hour, minute) = (date.month, date.day, date.hour, date.minute);
    // The second of a leap second is 60.
    let second = date.second.min(59);
    PyDateTime::new(py, date.year.into(), month, day, hour, minute, second, 0, zone.as_ref()).ok()
}

/// The date in a field. The zone `-0000` means that the clock shows UTC, but not where its owner is (RFC 5322 section 3.3).
/// The library treats it as an unknown zone; here it becomes UTC.
pub(crate) fn with_zone(field: &HeaderField<'_>) -> Option<DateTime> {
    let date = field.date()?;
    let is_utc = field.raw().windows(UTC.len()).any(|octets| octets == UTC);
    Some(if is_utc { in_utc(date) } else { date })
}

const UTC: &[u8] = b" -0000";

/// The date with a zone: UTC if the zone is unknown.
pub(crate) fn in_utc(mut date: DateTime) -> DateTime {
    date.offset = date.offset.or(Some(0));
    date
}
