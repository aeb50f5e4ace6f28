import { parseCheckpoint } from "../tlog/checkpoint.ts";
import { hashSize } from "../tlog/merkle.ts";
import { siblingSides } from "../tlog/proof-check.ts";
import { parseNote, printVerifierKey } from "../tlog/signed-note.ts";
import { lengthOfLevel, tilePath, tileWidth } from "../tlog/tiles.ts";
import { parseTlogProof } from "../tlog/tlog-proof.ts";
import type { PackParts } from "./pack-parts.ts";
import { partNames } from "./part-names.ts";
import type { Section } from "./readme-section.ts";
import { publicKeyFile, verifyEd25519 } from "./shell.ts";

const { receipt } = partNames;

/**
 * The log's part of the README: its signature, the document's entry, and the way from the entry up to what is signed,
 * step by step as RFC 9162, 2.1.3.2 goes it. Nothing without a receipt; throws for one that cannot be read.
 */
export function logOf({ log, origin, statement, receipt: given }: PackParts): Section[] {
  if (given === undefined) return [];
  const { index, size } = placeIn(given);
  const published = `${origin.replace(/\/+$/, "")}/evidence/log`;
  const section = {
    title: "Is it in the public log?",
    text: [
      `The receipt ends with a head of the log ${log.name} that the log itself signed. Its key must be one of those at ${published}/vkeys: ${printVerifierKey(log)}. openssl must answer "Signature Verified Successfully".`,
      'The entry of this document is the SHA-256 of the salt in the receipt, the fingerprint of the original, and what was signed. The hashes in the receipt lead from it to the signed head: the last command must say "The entry is in the log."',
      `In the log as it is published the entry is number ${index}, counted from 0. Where there is a network, this says nothing when it is the same:\n${compareWithPublished(published, index, size)}`,
    ],
    commands: [
      publicKeyFile(log.publicKey, "log-key.pem"),
      `sed '1,/^$/d' ${receipt} | sed '/^$/,$d' > log-head.txt`,
      `sed '1,/^$/d' ${receipt} | grep -F -e ' ${log.name} ' | cut -d' ' -f3 | base64 -d | tail -c 64 > log-head.sig`,
      verifyEd25519("log-key.pem", "log-head.txt", "log-head.sig"),
      `(sed -n 's/^extra //p' ${receipt} | base64 -d; printf %s ${statement.original} | tr a-f A-F | basenc --base16 -d; cat attestation.payload) | ${hashInto("log-entry.bin")}`,
      `(printf '\\0'; cat log-entry.bin) | ${hashInto("node.bin")}`,
      ...wayUp(index, size),
      `[ "$(base64 node.bin)" = "$(sed -n 3p log-head.txt)" ] && echo "The entry is in the log."`,
    ],
  };
  return [section];
}

/** Where the entry stands, and how long the log is that the receipt speaks of. */
function placeIn(given: string): { index: number; size: number } {
  const proof = parseTlogProof(given);
  const head = parseCheckpoint(parseNote(proof?.checkpoint ?? "")?.text ?? "");
  if (!proof || !head) throw new Error("The receipt of the pack cannot be read.");
  return { index: proof.index, size: head.size };
}

const hashInto = (file: string) => `openssl dgst -sha256 -binary > ${file}`;

/** Takes in the hashes of the receipt, which stand from its fourth line on, one by one; none when it is alone. */
function wayUp(index: number, size: number): string[] {
  const sides = siblingSides(index, size);
  if (sides.length === 0) return [];
  const beside = `line=$((line + 1)); sed -n "\${line}p" ${receipt} | base64 -d > beside.bin`;
  const both =
    "if [ $side = left ]; then cat beside.bin node.bin; else cat node.bin beside.bin; fi > both.bin";
  const up = `(printf '\\1'; cat both.bin) | ${hashInto("node.bin")}`;
  return [`line=3; for side in ${sides.join(" ")}; do ${beside}; ${both}; ${up}; done`];
}

/** A bundle of entries (c2sp.org/tlog-tiles): each of ours has 32 bytes, behind two that say so. */
function compareWithPublished(published: string, index: number, size: number): string {
  const tile = Math.floor(index / tileWidth);
  const width = Math.min(tileWidth, lengthOfLevel(size, "entries") - tile * tileWidth);
  const path = tilePath({ level: "entries", index: tile, width });
  const start = (index % tileWidth) * (2 + hashSize) + 2;
  return `curl -s ${published}/tile/${path} | tail -c +${start + 1} | head -c ${hashSize} | cmp - log-entry.bin`;
}
