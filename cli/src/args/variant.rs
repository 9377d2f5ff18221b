//! How an mbox is stored.

use clap::ValueEnum;
use mailutf::mailbox::mbox::Variant;

#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct VariantArgs {
    /// How mbox files quote `From ` lines [default: mboxrd, or mboxcl2 where Content-Length proves it].
    #[arg(long, value_enum, value_name = "VARIANT", help_heading = "Input")]
    mbox_variant: Option<MboxVariant>,
}

impl VariantArgs {
    pub(crate) fn variant(self) -> Option<Variant> {
        self.mbox_variant.map(|variant| match variant {
            MboxVariant::Mboxo => Variant::Mboxo,
            MboxVariant::Mboxrd => Variant::Mboxrd,
            MboxVariant::Mboxcl => Variant::Mboxcl,
            MboxVariant::Mboxcl2 => Variant::Mboxcl2,
        })
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum MboxVariant {
    /// `From ` is quoted as `>From `; the oldest variant, not reversible.
    Mboxo,
    /// `From ` after any number of `>` gets one more `>`.
    Mboxrd,
    /// Like mboxo, with Content-Length.
    Mboxcl,
    /// Nothing is quoted; Content-Length gives the end of a message.
    Mboxcl2,
}
