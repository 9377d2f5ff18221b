//! Whether there is a model of languages: the feature `detection`.

/// If it is `false`, the compiler leaves out the code that asks the model.
pub const HAS_MODEL: bool = cfg!(feature = "detection");
