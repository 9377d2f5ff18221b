// The package in the edge runtime of Vercel and Next, which wants to be asked for a module in these words.

import wasm from "../mailutf.wasm?module";
import { init } from "./machine.js";

init(wasm);

export * from "./index.js";
