// Keeps the files of the page in the browser, so that the page works without a network. `web/make-page` writes
// VERSION and FILES above this line.

self.addEventListener("install", (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(fresh)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const outdated = (names) => Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(outdated).then(() => self.clients.claim()));
});

// Fetches a file that is not in the cache. If the file is WebAssembly, adds it to the cache: only an old browser
// asks for `mailutf-scalar.wasm`, so this file is not cached in advance.
async function fetched(request) {
  const response = await fetch(request);
  if (response.ok && request.url.endsWith(".wasm")) await (await caches.open(VERSION)).put(request, response.clone());
  return response;
}

self.addEventListener("fetch", (event) => {
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetched(event.request)));
});
