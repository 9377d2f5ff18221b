"""Opens a page of `mailutf review --html` in headless Chromium, decides as a person does, and downloads the rules.

    review_page.py CHROMIUM PAGE DIRECTORY

Chromium is driven by its DevTools protocol over a pipe. Writes DIRECTORY/one/decisions.toml, DIRECTORY/two/decisions.toml and
five screenshots, and prints what was
found on the page as one JSON object.
"""

import base64
import fcntl
import json
import os
import pathlib
import subprocess
import sys
import time


class Browser:
    def __init__(self, program, directory):
        to_browser, self.to = os.pipe()
        self.read, from_browser = os.pipe()
        # These copies have numbers of at least 10, so that `redirect` does not overwrite them when it gives the pipes
        # the numbers 3 and 4.
        high = [fcntl.fcntl(fd, fcntl.F_DUPFD, 10) for fd in (to_browser, from_browser)]

        def redirect():
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", f"--user-data-dir={directory}/profile",
                   "--disable-dev-shm-usage", "--no-first-run", "about:blank"]
        self.process = subprocess.Popen([program, *options], preexec_fn=redirect, close_fds=False, stderr=subprocess.DEVNULL)
        for fd in [to_browser, from_browser, *high]:
            os.close(fd)
        self.buffer, self.number, self.session = b"", 0, None

    def call(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def receive(self):
        while b"\0" not in self.buffer:
            octets = os.read(self.read, 1 << 16)
            if not octets:
                raise RuntimeError("the browser has ended")
            self.buffer += octets
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(str(result["exceptionDetails"]))
        return result["result"].get("value")

    def key(self, key):
        for kind in ["keyDown", "keyUp"]:
            self.call("Input.dispatchKeyEvent", type=kind, key=key, text=key if kind == "keyDown" else "")

    def click(self, expression):
        """Clicks where the element is on the screen."""
        place = self.value(f"(() => {{ const e = {expression}; e.scrollIntoView({{block: 'center'}}); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()")
        for kind in ["mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)

    def open(self, page):
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=page.as_uri())
        while self.value("document.readyState === 'complete' && document.getElementById('count')?.textContent") in (None, "", False):
            time.sleep(0.05)

    def download(self, directory):
        """Clicks on the button, and waits for the file."""
        self.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(directory))
        self.click("document.getElementById('save')")
        for _ in range(200):
            if (directory / "decisions.toml").exists():
                return
            time.sleep(0.05)

    def screenshot(self, path, width, scheme):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.value("window.scrollTo(0, 0)")
        time.sleep(0.2)
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))
        return self.value("document.documentElement.scrollWidth <= window.innerWidth")


def main():
    program, page, directory = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve()
    browser = Browser(program, directory)
    try:
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        browser.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        browser.call("Page.enable")
        browser.call("Network.enable")
        browser.call("Emulation.setDeviceMetricsOverride", width=1000, height=900, deviceScaleFactor=1, mobile=False)
        browser.open(page)
        found = {
            "groups": browser.value("document.querySelectorAll('#groups > article').length"),
            "markup": browser.value("document.querySelectorAll('img, iframe, object, embed, a, base, link, script[src]').length"),
            "scripts": browser.value("document.scripts.length"),
            "hacked": browser.value("window.hacked === undefined"),
            "text": browser.value("document.getElementById('groups').textContent"),
        }
        found["fits"] = [
            browser.screenshot(directory / f"page-{width}-{scheme}.png", width, scheme)
            for width in (1000, 400) for scheme in ("light", "dark")
        ]
        browser.call("Emulation.setDeviceMetricsOverride", width=1000, height=900, deviceScaleFactor=1, mobile=False)
        # Decides by keys: the first group in its likely reading, and the second as labelled. Goes back to the
        # second group, and takes its decision back. Decides the third group with the mouse, and gives the fourth
        # group another charset.
        browser.key("y")
        browser.key("n")
        found["after_keys"] = browser.value("document.getElementById('count').textContent")
        second = "document.querySelectorAll('#groups > article')[1]"
        found["labelled"] = browser.value(f"{second}.querySelectorAll('button')[1].getAttribute('aria-pressed')")
        browser.key("k")
        browser.key("n")
        found["taken_back"] = browser.value("document.getElementById('count').textContent")
        browser.key("e")
        group = "document.querySelectorAll('#groups > article')[2]"
        browser.click(f"{group}.querySelector('button')")
        found["pressed"] = browser.value(f"{group}.querySelector('button').getAttribute('aria-pressed')")
        other = "document.querySelectorAll('#groups > article')[3]"
        browser.click(f"{other}.querySelector('input')")
        browser.call("Input.insertText", text="koi8-r")
        found["in_koi8"] = browser.value(f"{other}.querySelector('dd.new').textContent")
        last = "document.querySelectorAll('#groups > article')[4]"
        browser.click(f"{last}.querySelectorAll('button')[1]")
        browser.screenshot(directory / "page-decided.png", 1000, "light")
        browser.call("Emulation.setDeviceMetricsOverride", width=1000, height=900, deviceScaleFactor=1, mobile=False)
        browser.download(directory / "one")
        # Starts anew: accepts all groups in which enough texts agree, decides the first group year by year, with one
        # year as labelled, and gives the last group two charsets.
        browser.open(page)
        browser.click("document.getElementById('all')")
        found["all"] = browser.value("document.getElementById('count').textContent")
        first = "document.querySelectorAll('#groups > article')[0]"
        browser.click(f"[...{first}.querySelectorAll('button')].find((button) => button.textContent === 'Year by year')")
        found["split"] = browser.value("document.getElementById('count').textContent")
        browser.click(f"{first}.querySelectorAll('button')[1]")
        last = "document.querySelectorAll('#groups > article')[6]"
        browser.click(f"{last}.querySelector('input')")
        browser.call("Input.insertText", text="koi8-r, iso-2022-jp")
        found["of_two"] = [browser.value("document.getElementById('count').textContent")]
        browser.value(f"{last}.querySelector('input').select()")
        browser.call("Input.insertText", text="koi8-r windows-1250")
        found["of_two"].append(browser.value(f"{last}.querySelector('dd.new').textContent"))
        browser.download(directory / "two")
        print(json.dumps(found))
    finally:
        browser.process.kill()
        browser.process.wait()


main()
