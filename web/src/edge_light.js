// The package in the edge runtime of Vercel and Next, which finds a module only if it is imported in this form.

import wasm from "../mailutf.wasm?module";
import { init } from "./machine.js";

init(wasm);

export * from "./index.js";
