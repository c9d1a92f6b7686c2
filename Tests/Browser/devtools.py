"""A browser that a test drives: headless Chromium, spoken to by its DevTools protocol over a websocket."""
import base64
import http.client
import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import tempfile
import time


class Socket:
    """A client of a websocket (RFC 6455), for text messages."""

    def __init__(self, host, port, path):
        self.socket = socket.create_connection((host, port), timeout=60)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.file = self.socket.makefile("rb")
        if b" 101 " not in self.file.readline():
            raise OSError("the browser refuses the connection")
        while self.file.readline() not in (b"\r\n", b""):
            pass

    def send(self, text):
        data, mask = text.encode(), secrets.token_bytes(4)
        size = len(data)
        head = bytes([0x81])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 1 << 16:
            head += bytes([0x80 | 126]) + size.to_bytes(2, "big")
        else:
            head += bytes([0x80 | 127]) + size.to_bytes(8, "big")
        key = int.from_bytes((mask * (size // 4 + 1))[:size], "big")
        self.socket.sendall(head + mask + (int.from_bytes(data, "big") ^ key).to_bytes(size, "big"))

    def receive(self):
        message = b""
        while True:
            first, second = self.file.read(2)
            size = second & 0x7F
            if size > 125:
                size = int.from_bytes(self.file.read(2 if size == 126 else 8), "big")
            message += self.file.read(size)
            if first & 0x80 and first & 0x0F in (0, 1):
                return message.decode()


class Browser:
    """One tab of a headless Chromium."""

    def __init__(self, program):
        self.folder = tempfile.mkdtemp(prefix="p2c-browser-")
        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-port=0",
             "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={self.folder}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if found := re.search(r"ws://([^:/]+):(\d+)/", line):
                break
        else:
            raise OSError("the browser does not start")
        host, port = found[1], int(found[2])
        connection = http.client.HTTPConnection(host, port, timeout=60)
        connection.request("GET", "/json")
        tab = next(t for t in json.loads(connection.getresponse().read()) if t["type"] == "page")
        self.socket = Socket(host, port, "/" + tab["webSocketDebuggerUrl"].split("/", 3)[3])
        self.number, self.events = 0, []
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")

    def call(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.receive())
            if message.get("id") == self.number:
                if "error" in message:
                    raise OSError(f"{method}: {message['error']['message']}")
                return message["result"]
            self.events.append(message)

    def open(self, path, width=1280, theme="light"):
        """Opens a file. Returns the seconds that this takes."""
        self.events.clear()
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
        begin = time.monotonic()
        self.call("Page.navigate", url=path.resolve().as_uri())
        while self.run("document.readyState") != "complete" or self.run("location.href") == "about:blank":
            time.sleep(0.02)
        return time.monotonic() - begin

    def run(self, script):
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise OSError(f"the page's script fails: {result['exceptionDetails']}")
        return result["result"].get("value")

    def faults(self):
        """What the page has reported as errors since it was opened."""
        kinds = ("Runtime.exceptionThrown", "Page.javascriptDialogOpening")
        return [e for e in self.events if e["method"] in kinds
                or e["method"] == "Log.entryAdded" and e["params"]["entry"]["level"] == "error"
                or e["method"] == "Runtime.consoleAPICalled" and e["params"]["type"] == "error"]

    def picture(self, path):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)["data"]
        path.write_bytes(base64.b64decode(data))

    def pdf(self, path):
        data = self.call("Page.printToPDF", preferCSSPageSize=True, printBackground=True)["data"]
        path.write_bytes(base64.b64decode(data))

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.process.stderr.close()
        shutil.rmtree(self.folder, ignore_errors=True)
