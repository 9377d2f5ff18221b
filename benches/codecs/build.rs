//! Builds the libraries in C with which our codecs are compared. pkg-config finds ICU.

fn main() {
    println!("cargo:rerun-if-changed=src/libraries.c");
    let icu = pkg_config::probe_library("icu-uc").expect("ICU (icu-uc) is not installed");
    cc::Build::new().file("src/libraries.c").includes(icu.include_paths).compile("libraries");
}
