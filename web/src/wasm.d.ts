/** The WebAssembly, as a bundler imports it. Depending on the settings of the bundler, it is a
 * module, octets or a URL. `init` accepts all of these. */
declare const wasm: NonNullable<Parameters<typeof import("./index.js").init>[0]>;
export default wasm;
