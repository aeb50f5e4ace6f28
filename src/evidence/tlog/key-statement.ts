import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type NoteVerifier, openNote } from "./signed-note.ts";

/**
 * What a log signs about the site of its service: its address and name, which records it has, and the SHA-256
 * (lower-case hex) of every file with keys, roots or revocation lists, by its path below the site. So the key of the
 * log vouches for all of them.
 */
export type KeyStatement = {
  /** The name of the log. */
  log: string;
  site: string;
  service: string;
  records: number;
  /** Missing in a statement of an earlier version. */
  digests?: RecordDigests | undefined;
  files: { path: string; sha256: string }[];
};

/** The SHA-256 (lower-case hex) over all serial numbers, and over all files of records. */
export type RecordDigests = { serialNumbers: string; recordFiles: string };

/**
 * The digests of the records of a site. `serialNumbers` is the SHA-256 of the sorted serial numbers, each with a
 * line feed. `recordFiles` is that of the sorted lines of a SHA256SUMS of the files at api/verify: the SHA-256 of
 * a record in lower-case hex, two spaces, its serial number, a line feed. Lines are sorted by their bytes. In that
 * folder, without its index.html, these are `LC_ALL=C ls | sha256sum` and `sha256sum * | LC_ALL=C sort |
 * sha256sum`.
 */
export function digestRecords(records: { serialNumber: string; sha256: string }[]): RecordDigests {
  return {
    serialNumbers: hashLines(records.map(({ serialNumber }) => serialNumber)),
    recordFiles: hashLines(records.map(({ serialNumber, sha256 }) => `${sha256}  ${serialNumber}`)),
  };
}

function hashLines(lines: string[]): string {
  const hash = sha256.create();
  const encoder = new TextEncoder();
  for (const line of lines.toSorted()) hash.update(encoder.encode(`${line}\n`));
  return bytesToHex(hash.digest());
}

/** In place of a checkpoint's origin, so that the two cannot be confused. */
const title = "attestamp keys v1";

/** The text that the log signs; its lines about files are those of a SHA256SUMS. */
export function printKeyStatement({ log, site, service, records, digests, files }: KeyStatement): string {
  const lines = files.map(({ path, sha256 }) => `${sha256}  ${path}`).toSorted();
  const facts = [`site ${site}`, `service ${service}`, `records ${records}`];
  if (digests) facts.push(`serial-numbers ${digests.serialNumbers}`, `record-files ${digests.recordFiles}`);
  return `${[title, log, ...facts, ...lines].join("\n")}\n`;
}

/** Parses such a statement; undefined unless it is signed by the log's key under the key's name. */
export function openKeyStatement(note: string, log: NoteVerifier): KeyStatement | undefined {
  const text = openNote(note, log);
  if (text === undefined) return undefined;
  const [first, name = "", site, service, records, ...rest] = text.slice(0, -1).split("\n");
  if (first !== title || name !== log.name) return undefined;
  const digests = readDigests(rest);
  const lines = digests ? rest.slice(2) : rest;
  const statement = {
    log: name,
    site: factIn("site", site),
    service: factIn("service", service),
    records: Number(factIn("records", records)),
    digests,
    files: lines.map((line) => ({ path: line.slice(66), sha256: line.slice(0, 64) })),
  };
  return printKeyStatement(statement) === text ? statement : undefined;
}

function readDigests([serialNumbers, recordFiles]: string[]): RecordDigests | undefined {
  if (!serialNumbers?.startsWith("serial-numbers ")) return undefined;
  return {
    serialNumbers: factIn("serial-numbers", serialNumbers),
    recordFiles: factIn("record-files", recordFiles),
  };
}

const factIn = (what: string, line = "") => line.slice(what.length + 1);
