#!/usr/bin/env bash
# Runs a fuzz target with the stable toolchain and without cargo-fuzz: tools/fuzz.sh TARGET SECONDS [OPTION OF LIBFUZZER]...
# The mail in corpus/ is its seed. New inputs are kept in fuzz/corpus/TARGET, failures in fuzz/artifacts/TARGET.
set -euo pipefail
target=$1 seconds=$2
shift 2
cd "$(dirname "$0")/../fuzz"
# What cargo-fuzz passes to the compiler: coverage that libFuzzer reads, and checks of arithmetic.
passes="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters"
passes+=" -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares"
host=$(rustc -vV | sed -n 's/^host: //p')
# With a target, the flags do not apply to build scripts.
RUSTC_BOOTSTRAP=1 RUSTFLAGS="--cfg fuzzing $passes -Ccodegen-units=1 -Cdebug-assertions" \
    cargo build --release --target "$host" --bin "$target"
mkdir -p "corpus/$target" "artifacts/$target"
exec "${CARGO_TARGET_DIR:-target}/$host/release/$target" "corpus/$target" ../corpus \
    -dict=mime.dict -max_total_time="$seconds" -artifact_prefix="artifacts/$target/" "$@"
