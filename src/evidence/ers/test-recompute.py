"""Test support: checks an evidence record by RFC 4998 alone, with Python's hashes and openssl for each token.

Arguments: the record, the object it is about, and the trusted roots (PEM). Prints the number of time-stamps, or what is
wrong. It shares no code with the program.
"""

import hashlib
import subprocess
import sys
import tempfile
from datetime import datetime, timezone

NAMES = {"608648016503040201": "sha256", "608648016503040203": "sha512"}


def split(data):
    """The elements of a DER encoding: tag, content, and whole bytes of each."""
    found, at = [], 0
    while at < len(data):
        tag, size, start = data[at], data[at + 1], at + 2
        if size & 0x80:
            count = size & 0x7F
            size = int.from_bytes(data[start : start + count], "big")
            start += count
        found.append((tag, data[start : start + size], data[at : start + size]))
        at = start + size
    return found


def token_facts(token):
    """The hash, the digest and the time in a token."""
    signed_data = split(split(split(token)[0][1])[1][1])[0][1]
    content = split(split(split(signed_data)[2][1])[1][1])[0][1]
    info = split(split(content)[0][1])
    algorithm, digest = split(info[2][1])
    name = NAMES[split(algorithm[1])[0][1].hex()]
    time = datetime.strptime(info[4][1].decode().split(".")[0].rstrip("Z"), "%Y%m%d%H%M%S")
    return name, digest[1], time.replace(tzinfo=timezone.utc)


def root_of(lists, name):
    """RFC 4998, 4.3: each list with the hash from before, in binary ascending order."""
    node = None
    for hashes in lists:
        if node is not None:
            hashes = hashes + [node]
        node = hashlib.new(name, b"".join(sorted(hashes))).digest()
    return node


def verify_token(token, name, digest, time, roots):
    with tempfile.NamedTemporaryFile() as file:
        file.write(token)
        file.flush()
        command = ["openssl", "ts", "-verify", "-token_in", "-in", file.name, "-digest", digest.hex()]
        moment = ["-CAfile", roots, "-attime", str(int(time.timestamp()))]
        answer = subprocess.run(command + moment, capture_output=True, text=True)
        if "Verification: OK" not in answer.stdout + answer.stderr:
            raise ValueError(f"openssl refuses a token of {time}: {answer.stderr}")


def main(record, document, roots):
    version, algorithms, sequence = split(split(record)[0][1])[:3]
    chains = [split(chain[1]) for chain in split(sequence[1])]
    named = {NAMES[split(one[1])[0][1].hex()] for one in split(algorithms[1])}
    before, count, previous = b"", 0, None
    for chain in chains:
        last = None
        for stamp in chain:
            parts = split(stamp[1])
            token = parts[-1][2]
            lists = [[one[1] for one in split(group[1])] for group in split(parts[0][1])]
            name, digest, time = token_facts(token)
            if name not in named:
                raise ValueError("a hash is not named")
            if last is not None:
                wanted = hashlib.new(name, last).digest()
            else:
                wanted = hashlib.new(name, document).digest()
                if before:
                    length = len(before)
                    size = length.to_bytes((length.bit_length() + 7) // 8, "big")
                    head = bytes([0x30, length]) if length < 128 else bytes([0x30, 0x80 + len(size)]) + size
                    wanted += hashlib.new(name, head + before).digest()
                    wanted = hashlib.new(name, wanted).digest()
            if wanted not in lists[0]:
                raise ValueError("the object is not in the list")
            if root_of(lists, name) != digest:
                raise ValueError("the lists do not lead to the token")
            if previous is not None:
                # The token before must still have been valid when this one was made.
                if time < previous[3]:
                    raise ValueError("an earlier time")
                verify_token(*previous[:3], time, roots)
            verify_token(token, name, digest, time, roots)
            previous, last, count = (token, name, digest, time), token, count + 1
        before += b"".join(part[2] for part in [split(sequence[1])[chains.index(chain)]])
    print(f"{count} time-stamps")


try:
    main(*[open(path, "rb").read() for path in sys.argv[1:3]], sys.argv[3])
except (ValueError, IndexError, KeyError) as error:
    print(f"wrong: {error}")
