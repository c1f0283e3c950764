"""Calls home: a connection, a datagram, a socket without a file."""

import socket
import sys

VICTIM, PORT, PID, MARKER = (line.strip() for line in sys.stdin)


def connect():
    socket.create_connection(("127.0.0.1", int(PORT)), timeout=1).close()


def listen():
    socket.create_server(("127.0.0.1", 0)).close()


def whisper():
    place = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    place.connect("\0" + MARKER)


for attempt in (connect, listen, whisper):
    try:
        attempt()
        print("HARM")
    except OSError as error:
        print(error)
