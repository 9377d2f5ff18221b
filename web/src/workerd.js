// The entry of the package for Cloudflare Workers, which cannot compile octets at run time. So the WebAssembly is a
// module of the bundle.

import wasm from "../mailutf.wasm";
import { init } from "./machine.js";

init(wasm);

export * from "./index.js";
