//! Options are structs to which later versions can add fields. Each has public fields, a default, and a `with_…`
//! method for each field.

/// Defines `with_…` methods. Each sets the field that has the name of the method's parameter.
macro_rules! with {
    (impl $options:ident { $($(#[$condition:meta])? fn $method:ident($field:ident: $of:ty);)* }) => {
        impl $options {
            $(
                #[doc = concat!("These options with [`", stringify!($field), "`](", stringify!($options), "::", stringify!($field), ") set.")]
                $(#[$condition])?
                #[must_use]
                pub fn $method(mut self, $field: $of) -> Self {
                    self.$field = $field;
                    self
                }
            )*
        }
    };
}

pub(crate) use with;
