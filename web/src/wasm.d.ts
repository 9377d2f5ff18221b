/** The WebAssembly, as a bundler imports it. Depending on its settings, that is a module, octets or a URL: `init` takes each. */
declare const wasm: NonNullable<Parameters<typeof import("./index.js").init>[0]>;
export default wasm;
