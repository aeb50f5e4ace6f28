"""Checks an account export with Python's standard library and openssl alone. docs/leaving.md describes the format.

    python3 check-export.py EXPORT.zip

For each document: the SHA-256 of its files, the signed statement about them, the timestamps over them, and the receipt
that leads to a signed head of the public log. Prints a line for each; exits with 1 if anything is wrong or missing.
It shares no code with the program.
"""

import base64
import hashlib
import json
import subprocess
import sys
import tempfile
import zipfile
from datetime import datetime
from pathlib import Path

ED25519 = bytes.fromhex("302a300506032b6570032100")


def openssl(*words):
    answer = subprocess.run(["openssl", *words], capture_output=True, text=True)
    return answer.returncode == 0, answer.stdout + answer.stderr


def decode_url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def is_signed(message, signature, public_key):
    """An Ed25519 signature (RFC 8032) with a key of 32 bytes."""
    with tempfile.TemporaryDirectory() as folder:
        names = {"message": message, "signature": signature, "key.der": ED25519 + public_key}
        for name, content in names.items():
            Path(folder, name).write_bytes(content)
        key = ["-pubin", "-keyform", "DER", "-inkey", f"{folder}/key.der"]
        files = ["-in", f"{folder}/message", "-sigfile", f"{folder}/signature"]
        return openssl("pkeyutl", "-verify", *key, "-rawin", *files)[0]


class Export:
    def __init__(self, archive, folder):
        self.archive, self.folder, self.faults = archive, folder, []
        self.keys = {key["kid"]: key for key in json.loads(archive.read("verify/jwks.json"))["keys"]}
        self.logs = [line for line in archive.read("verify/log.vkeys").decode().split("\n") if line]
        self.roots = Path(folder, "ca.pem")
        self.roots.write_bytes(archive.read("verify/ca.pem"))

    def expect(self, is_so, what):
        if not is_so:
            self.faults.append(what)

    def check(self, document):
        """Returns the number of files and proofs that were checked."""
        files = {path.rsplit("/", 1)[1]: self.archive.read(path) for path in document["files"]}
        kept = [path.rsplit("/", 1)[1] for path in document["files"] if "/evidence/" not in path]
        digests = {name.split(".")[0]: hashlib.sha256(files[name]).hexdigest() for name in kept}
        collection = document["collection"]
        stated = {"stamped": document["stampedSha256"], "certificate": document["certificateSha256"]}
        if collection is None:
            stated["original"] = document["sha256"]
        for kind in [kind for kind in stated if kind in digests and stated[kind] is not None]:
            self.expect(digests[kind] == stated[kind], f"{kind} has another SHA-256 than account.json says")
        if document["status"] != "completed" or "attestation.jws" not in files:
            return len(files)
        statement, payload = self.statement(files["attestation.jws"].decode().strip())
        self.expect(statement["serial"] == document["serialNumber"], "the statement is about another document")
        content = statement["root"] if collection else statement["original"]
        self.expect(content == (collection["root"] if collection else document["sha256"]), "another original")
        moment = int(datetime.fromisoformat(statement["time"].replace("Z", "+00:00")).timestamp())
        tokens = {"root.tst": content, "original.tst": content, "stamped.tst": document["stampedSha256"]}
        for name in [name for name in tokens if name in files]:
            self.timestamp(files[name], tokens[name], moment, name)
        self.expect("entry.tlog-proof" in files, "the receipt is missing")
        if "entry.tlog-proof" in files:
            self.receipt(files["entry.tlog-proof"].decode(), content, payload)
        return len(files)

    def statement(self, jws):
        """A compact JWS (RFC 7515) with EdDSA; returns its payload as facts and as bytes."""
        header, payload, signature = jws.split(".")
        key = self.keys[json.loads(decode_url(header))["kid"]]
        signed = is_signed(f"{header}.{payload}".encode(), decode_url(signature), decode_url(key["x"]))
        self.expect(signed, "the statement is not signed with the key that it names")
        return json.loads(decode_url(payload)), decode_url(payload)

    def timestamp(self, token, digest, moment, name):
        """A time-stamp token (RFC 3161) over a SHA-256, with certificates that were valid at that moment."""
        path = Path(self.folder, "token.tst")
        path.write_bytes(token)
        about = ["-token_in", "-in", str(path), "-digest", digest]
        trust = ["-CAfile", str(self.roots), "-attime", str(moment)]
        self.expect(openssl("ts", "-verify", *about, *trust)[0], f"openssl refuses {name}")

    def receipt(self, text, original, payload):
        """c2sp.org/tlog-proof: the entry leads to the head (RFC 6962), which a key in log.vkeys has signed."""
        proof, note = text.split("\n\n", 1)
        _, extra, index, *hashes = proof.split("\n")
        salt = base64.b64decode(extra.removeprefix("extra "))
        entry = hashlib.sha256(salt + bytes.fromhex(original) + payload).digest()
        body, signatures = note.split("\n\n", 1)
        origin, size, head = body.split("\n")[:3]
        root = self.head(entry, int(index.removeprefix("index ")), int(size), map(base64.b64decode, hashes))
        self.expect(root == base64.b64decode(head), "the receipt does not lead to the head of the log")
        signed = [line.split(" ")[2] for line in signatures.split("\n") if line.startswith(f"— {origin} ")]
        keys = [base64.b64decode(line.split("+", 2)[2])[1:] for line in self.logs if line.startswith(f"{origin}+")]
        pairs = [(base64.b64decode(line)[4:], key) for line in signed for key in keys]
        is_known = any(is_signed(f"{body}\n".encode(), signature, key) for signature, key in pairs)
        self.expect(is_known, "the head of the log is not signed with its key")

    def head(self, entry, index, size, hashes):
        """The root of a tree of this size, from an entry and its neighbors (RFC 9162, 2.1.3.2)."""
        node, last = hashlib.sha256(b"\0" + entry).digest(), size - 1
        for other in hashes:
            if index & 1 or index == last:
                node = hashlib.sha256(b"\1" + other + node).digest()
                while not index & 1 and index != 0:
                    index, last = index >> 1, last >> 1
            else:
                node = hashlib.sha256(b"\1" + node + other).digest()
            index, last = index >> 1, last >> 1
        return node if last == 0 else None


def main(path):
    is_sound = True
    with zipfile.ZipFile(path) as archive, tempfile.TemporaryDirectory() as folder:
        for document in json.loads(archive.read("account.json"))["documents"]:
            export = Export(archive, folder)
            count = export.check(document)
            verdict = "; ".join(export.faults) or f"ok, {count} files"
            print(f"{document['serialNumber'] or document['id']}: {verdict}")
            is_sound = is_sound and not export.faults
    return 0 if is_sound else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
