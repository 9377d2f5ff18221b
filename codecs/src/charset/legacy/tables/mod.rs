//! Tables that scripts in `tools/` write. The comment at the start of each file names its script.

pub(super) mod cns;
pub(super) mod cns_rare;
pub(crate) mod code_pages;
pub(super) mod gb2312;
pub(super) mod iso_ir_165;
pub(super) mod jisx0213;
pub(crate) mod whatwg;
