//! A column to which values are added.

use std::borrow::Cow;

/// The type of a column. In a column of any type, values can be missing.
#[derive(Debug)]
pub(crate) enum Type {
    /// Text in UTF-8.
    Text,
    Number,
    /// A time, in microseconds since 1970 in UTC.
    Instant,
    List(&'static Type),
    Record(&'static [(&'static str, Type)]),
    /// A list of records. Each record has a key and a value, which are text. Keys can repeat.
    Map,
}

/// The name and the type of the entries of a map. Arrow requires a name.
pub(super) const ENTRIES: (&str, Type) =
    ("entries", Type::Record(&[("key", Type::Text), ("value", Type::Text)]));

/// A value of a column.
#[derive(Clone, Debug)]
pub(crate) enum Cell<'c> {
    Missing,
    Text(Cow<'c, str>),
    Number(i64),
    List(Vec<Cell<'c>>),
    Record(Vec<Cell<'c>>),
}

impl<'c> Cell<'c> {
    pub(crate) fn text(text: impl Into<Cow<'c, str>>) -> Self {
        Self::Text(text.into())
    }

    pub(crate) fn number(number: impl TryInto<i64>) -> Self {
        number.try_into().map_or(Self::Missing, Self::Number)
    }
}

impl<'c, T: Into<Cell<'c>>> From<Option<T>> for Cell<'c> {
    fn from(cell: Option<T>) -> Self {
        cell.map_or(Self::Missing, Into::into)
    }
}

impl<'c> From<Cow<'c, str>> for Cell<'c> {
    fn from(text: Cow<'c, str>) -> Self {
        Self::Text(text)
    }
}

impl From<String> for Cell<'_> {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

/// The values of a column, in the buffers that Arrow defines for its type.
#[derive(Debug)]
pub(crate) struct Builder {
    pub(super) kind: &'static Type,
    pub(super) length: usize,
    pub(super) missing: usize,
    /// A bit for each value, which is 1 if the value is not missing. The first value has the least
    /// significant bit of the first octet.
    pub(super) validity: Vec<u8>,
    /// For texts, lists and maps: the offset of each value, followed by the end of the last value.
    pub(super) offsets: Vec<i32>,
    pub(super) octets: Vec<u8>,
    pub(super) numbers: Vec<i64>,
    pub(super) children: Vec<Self>,
}

impl Builder {
    pub(crate) fn new(kind: &'static Type) -> Self {
        let children = match kind {
            Type::Text | Type::Number | Type::Instant => Vec::new(),
            Type::List(item) => vec![Self::new(item)],
            Type::Record(fields) => fields.iter().map(|(_, kind)| Self::new(kind)).collect(),
            Type::Map => vec![Self::new(&ENTRIES.1)],
        };
        Self { children, ..Self::empty(kind) }
    }

    /// Joins columns into rows. Each column must have as many values as there are rows.
    pub(super) fn rows(columns: Vec<Self>) -> Self {
        let length = columns.first().map_or(0, |column| column.length);
        Self { length, children: columns, ..Self::empty(&Type::Record(&[])) }
    }

    fn empty(kind: &'static Type) -> Self {
        let offsets = match kind {
            Type::Text | Type::List(_) | Type::Map => vec![0],
            _ => Vec::new(),
        };
        let (validity, octets, numbers, children) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { kind, length: 0, missing: 0, validity, offsets, octets, numbers, children }
    }

    /// The approximate size of all values, in octets.
    pub(crate) fn size(&self) -> usize {
        let own = self.octets.len() + 8 * self.numbers.len() + 4 * self.offsets.len();
        own + self.children.iter().map(Self::size).sum::<usize>()
    }

    /// Adds a value to the column. A missing value is added instead if the value does not have the type of
    /// the column, or if the column would have more than 2 GiB.
    pub(crate) fn push(&mut self, cell: Cell<'_>) {
        let is_there = self.add(cell);
        if self.length.is_multiple_of(8) {
            self.validity.push(0);
        }
        if let Some(last) = self.validity.last_mut().filter(|_| is_there) {
            *last |= 1 << (self.length % 8);
        }
        self.missing += usize::from(!is_there);
        self.length += 1;
    }

    fn add(&mut self, cell: Cell<'_>) -> bool {
        match (self.kind, cell) {
            (Type::Text, Cell::Text(text)) => {
                let end = i32::try_from(self.octets.len() + text.len());
                if end.is_ok() {
                    self.octets.extend_from_slice(text.as_bytes());
                }
                self.end(end.ok())
            }
            (Type::Number | Type::Instant, Cell::Number(number)) => {
                self.numbers.push(number);
                true
            }
            (Type::List(_) | Type::Map, Cell::List(items)) => {
                let [item] = self.children.as_mut_slice() else { return self.end(None) };
                let end = i32::try_from(item.length + items.len());
                if end.is_ok() {
                    items.into_iter().for_each(|cell| item.push(cell));
                }
                self.end(end.ok())
            }
            (Type::Record(_), Cell::Record(values)) => {
                let mut values = values.into_iter();
                self.children.iter_mut().for_each(|field| field.push(values.next().unwrap_or(Cell::Missing)));
                true
            }
            (Type::Text | Type::List(_) | Type::Map, _) => self.end(None),
            (Type::Number | Type::Instant, _) => {
                self.numbers.push(0);
                false
            }
            (Type::Record(_), _) => {
                self.children.iter_mut().for_each(|field| field.push(Cell::Missing));
                false
            }
        }
    }

    /// Ends a value at `offset`. If `offset` is `None`, the value is missing, and ends where it starts.
    /// Returns whether there is a value.
    fn end(&mut self, offset: Option<i32>) -> bool {
        let start = self.offsets.last().copied().unwrap_or_default();
        self.offsets.push(offset.unwrap_or(start));
        offset.is_some()
    }
}
