//! Whether there is a model of languages: the feature `detection`.

/// If it is `false`, the compiler leaves out the code that asks the model.
///
/// A public function that returns at once is inlined in other crates, and everything that it names is compiled for them. So each
/// public function that asks the model has `#[inline(never)]`: this spares nearly a third of the build time of this crate.
pub const HAS_MODEL: bool = cfg!(feature = "detection");
