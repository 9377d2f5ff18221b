// The package in Cloudflare Workers. They compile no octets while they run: the WebAssembly is a module of the bundle.

import wasm from "../mailutf.wasm";
import { init } from "./machine.js";

init(wasm);

export * from "./index.js";
