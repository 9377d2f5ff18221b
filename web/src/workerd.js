// The package in Cloudflare Workers. They cannot compile octets at run time, so the WebAssembly is a module of the bundle.

import wasm from "../mailutf.wasm";
import { init } from "./machine.js";

init(wasm);

export * from "./index.js";
