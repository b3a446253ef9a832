"""Runs HTTP clients against a listener on 127.0.0.1 that keeps what they send."""

import os
import re
import socket
import subprocess
import threading

import servers


class Failed(Exception):
    """A command ended with another status than 0."""


def run(command, environment, stdin=b""):
    """Return what a command prints, or raise Failed with its status and message."""
    done = subprocess.run(command, input=stdin, capture_output=True, env=environment)
    if done.returncode != 0:
        message = done.stderr.decode(errors="replace").strip()
        # What git says after fatal: may take several lines.
        message = message[message.find("fatal:") :] if "fatal:" in message else message.split("\n")[-1]
        raise Failed(f"status {done.returncode}: {' '.join(message.split()) or 'no message'}")
    return done.stdout


class Listener:
    """Keeps the octets of the last request and answers all with an empty 200."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.url = b"http://127.0.0.1:%d" % self.port
        self.folder = servers.Folder()
        # A home of its own, and no proxy: only what is asked decides.
        self.environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": self.folder.path}
        self.request = None
        self.kept = threading.Event()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            connection, _ = self.socket.accept()
            with connection:
                data = b""
                while b"\r\n\r\n" not in data and (block := connection.recv(65536)):
                    data += block
                length = re.search(rb"\r\nContent-Length: (\d+)\r\n", data)
                end = data.find(b"\r\n\r\n") + 4 + (int(length[1]) if length else 0)
                while len(data) < end and (block := connection.recv(65536)):
                    data += block
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            self.request = data
            self.kept.set()

    def ask(self, command):
        """Return the target and the body of the request that a command makes."""
        self.kept.clear()
        try:
            run(command, self.environment)
        except Failed as failed:
            # The port differs from run to run.
            raise Failed(str(failed).replace(f":{self.port}", "")) from None
        if not self.kept.wait(10):
            raise Failed("no request was made")
        head, _, body = self.request.partition(b"\r\n\r\n")
        line = head.rpartition(b" HTTP/1.1\r\n")[0] or head.removesuffix(b" HTTP/1.1")
        return line.partition(b" ")[2], body
