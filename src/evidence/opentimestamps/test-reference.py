"""The reference implementation: reads .ots files (hex, one a line) and says what it sees, and what it would write."""

import json
import sys

from opentimestamps.core.serialize import BytesDeserializationContext, BytesSerializationContext
from opentimestamps.core.timestamp import DetachedTimestampFile


def look_at(line):
    proof = DetachedTimestampFile.deserialize(BytesDeserializationContext(bytes.fromhex(line)))
    again = BytesSerializationContext()
    proof.serialize(again)
    attestations = sorted([repr(attestation), message.hex()] for message, attestation in proof.timestamp.all_attestations())
    return {"digest": proof.file_digest.hex(), "attestations": attestations, "written": again.getbytes().hex()}


print(json.dumps([look_at(line.strip()) for line in sys.stdin if line.strip()]))
