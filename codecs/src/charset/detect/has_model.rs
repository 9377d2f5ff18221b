//! Whether there is a model of languages: the feature `detection`.

/// Where it is `false`, the compiler leaves out the code that asks the model.
///
/// A public function that returns at once would be inlined in other crates, and all that it names be compiled for them. So each
/// that asks for the model has `#[inline(never)]`, which spares nearly a third of the time of this crate.
pub const HAS_MODEL: bool = cfg!(feature = "detection");
