// The entry of the package for Cloudflare Workers, which cannot compile WebAssembly at run time. So the WebAssembly
// is imported, and the bundler makes a compiled module of it.

import wasm from "../mailutf.wasm";
import { init } from "./machine.js";

init(wasm);

export * from "./index.js";
