/** The WebAssembly as a bundler hands it over, by its settings a module, octets or a URL: `init` takes each. */
declare const wasm: NonNullable<Parameters<typeof import("./index.js").init>[0]>;
export default wasm;
