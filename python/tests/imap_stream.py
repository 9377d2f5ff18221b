"""usage: imap_stream.py PORT USER PASSWORD

Logs in to a server on loopback, and then connects the server to standard input and output. An account of
`mailutf.imap` can be such a command.
"""

import os
import socket
import sys
import threading

port, user, password = sys.argv[1:]
server = socket.create_connection(("127.0.0.1", int(port)))
lines = server.makefile("rb")
lines.readline()
server.sendall(f"login LOGIN {user} {password}\r\n".encode())
while not lines.readline().startswith(b"login OK"):
    pass
sys.stdout.buffer.write(b"* PREAUTH logged in\r\n")
sys.stdout.buffer.flush()


def answers() -> None:
    while octets := lines.read1():
        sys.stdout.buffer.write(octets)
        sys.stdout.buffer.flush()


threading.Thread(target=answers, daemon=True).start()
while octets := os.read(0, 1 << 16):
    server.sendall(octets)
server.shutdown(socket.SHUT_WR)
