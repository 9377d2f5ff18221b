// The entry of the package for the edge runtime of Vercel and Next. This runtime finds a WebAssembly module
// only if the module is imported in this form.

import wasm from "../mailutf.wasm?module";
import { init } from "./machine.js";

init(wasm);

export * from "./index.js";
