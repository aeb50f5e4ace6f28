"""Test support: checks a COSE receipt by RFC 9942, RFC 9052 and RFC 9162 alone, with openssl for the signature.

Arguments: the receipt, attestation.jws, and the line of the log's key. Prints the size of the log, the index of the
entry and the name of the key, or what is wrong. It shares no code with the program.
"""

import base64
import hashlib
import json
import subprocess
import sys
import tempfile


def decode(data, at=0):
    """The CBOR value at this place, and where it ends."""
    kind, info = data[at] >> 5, data[at] & 31
    at += 1
    if info >= 24:
        width = 1 << (info - 24)
        info = int.from_bytes(data[at : at + width], "big")
        at += width
    if kind == 0:
        return info, at
    if kind == 1:
        return -1 - info, at
    if kind in (2, 3):
        content = bytes(data[at : at + info])
        return (content if kind == 2 else content.decode()), at + info
    if kind == 4:
        items = []
        for _ in range(info):
            item, at = decode(data, at)
            items.append(item)
        return items, at
    if kind == 5:
        found = {}
        for _ in range(info):
            key, at = decode(data, at)
            found[key], at = decode(data, at)
        return found, at
    if kind == 6:
        value, at = decode(data, at)
        return ("tag", info, value), at
    return {20: False, 21: True, 22: None}[info], at


def whole(data):
    value, end = decode(data)
    assert end == len(data), "there is something after the value"
    return value


def byte_string(content):
    """A byte string in CBOR, for the Sig_structure of RFC 9052, 4.4."""
    size = len(content)
    head = bytes([0x40 + size]) if size < 24 else bytes([0x58, size]) if size < 256 else b"\x59" + size.to_bytes(2, "big")
    return head + content


def root_of(leaf, index, size, path):
    """RFC 9162, 2.1.3.2."""
    assert index < size, "the index is outside the log"
    fn, sn, root = index, size - 1, leaf
    for step in path:
        assert sn != 0, "the path is too long"
        if fn & 1 or fn == sn:
            root = hashlib.sha256(b"\x01" + step + root).digest()
            while fn != 0 and not fn & 1:
                fn, sn = fn >> 1, sn >> 1
        else:
            root = hashlib.sha256(b"\x01" + root + step).digest()
        fn, sn = fn >> 1, sn >> 1
    assert sn == 0, "the path is too short"
    return root


def is_signed(key, message, signature):
    with tempfile.TemporaryDirectory() as folder:
        files = {"key": bytes.fromhex("302a300506032b6570032100") + key, "message": message, "signature": signature}
        for name, content in files.items():
            with open(f"{folder}/{name}", "wb") as file:
                file.write(content)
        command = "openssl pkeyutl -verify -rawin -pubin -keyform DER -inkey key -in message -sigfile signature"
        return subprocess.run(command.split(), cwd=folder, capture_output=True).returncode == 0


with open(sys.argv[1], "rb") as file:
    tag, number, (protected, unprotected, payload, signature) = whole(file.read())
assert (tag, number, payload) == ("tag", 18, None), "this is no COSE_Sign1 with a detached payload"
header = whole(protected)
assert (header[1], header[395]) == (-8, 1), "another algorithm or tree"
name, key_id, key = sys.argv[3].strip().split("+", 2)
assert header[4].decode() == f"{name}+{key_id}", "another key"

with open(sys.argv[2]) as file:
    encoded = file.read().strip().split(".")[1]
statement = base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))
original = bytes.fromhex(json.loads(statement)["original"])
entry = hashlib.sha256(unprotected["salt"] + original + statement).digest()

[proof] = unprotected[396][-1]
size, index, path = whole(proof)
root = root_of(hashlib.sha256(b"\x00" + entry).digest(), index, size, path)
to_be_signed = b"\x84\x6aSignature1" + byte_string(protected) + b"\x40" + byte_string(root)
if not is_signed(base64.b64decode(key)[1:], to_be_signed, signature):
    sys.exit("The signature is wrong.")
print(size, index, header[4].decode())
