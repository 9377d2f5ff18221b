// Starts a browser, and serves static files to the browser.

import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { tool } from "./tools.js";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

const programs = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const chromium = programs.find((program) => program && existsSync(program));

/** The reason why tests with a browser are skipped; false if there is a browser. */
export const noBrowser = chromium ? false : "there is no Chromium: CHROMIUM names one";

/** Starts a browser. */
export const startBrowser = () => tool("puppeteer-core").launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-gpu"] });

/** Serves a folder. Returns the address of the server, and a function that ends the server. */
export async function serve(folder) {
  const server = createServer(({ url }, response) => {
    const path = normalize(new URL(url, "http://localhost").pathname).replace(/\/$/, "/index.html");
    const file = join(folder, path);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
  });
  await new Promise((done) => { server.listen(0, "127.0.0.1", done); });
  const end = () => new Promise((done) => {
    server.close(done);
    server.closeAllConnections();
  });
  return { address: `http://localhost:${server.address().port}/`, end };
}

/** Returns an array to which the warnings and errors of a page are added, in order. */
export function problemsOf(page) {
  const problems = [];
  page.on("console", (message) => { if (["error", "warn"].includes(message.type())) problems.push(message.text()); });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("dialog", async (dialog) => {
    problems.push(`a dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  return problems;
}
