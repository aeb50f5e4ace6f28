import { type NoteVerifier, openNote } from "./signed-note.ts";

/**
 * What a log signs about the site of its service: its address and name, its number of records, and the SHA-256
 * (lower-case hex) of every file with keys, roots or revocation lists, by its path below the site. So the key of the
 * log vouches for all of them.
 */
export type KeyStatement = {
  /** The name of the log. */
  log: string;
  site: string;
  service: string;
  records: number;
  files: { path: string; sha256: string }[];
};

/** In place of a checkpoint's origin, so that the two cannot be confused. */
const title = "attestamp keys v1";

/** The text that the log signs; its lines about files are those of a SHA256SUMS. */
export function printKeyStatement({ log, site, service, records, files }: KeyStatement): string {
  const lines = files.map(({ path, sha256 }) => `${sha256}  ${path}`).toSorted();
  const facts = [`site ${site}`, `service ${service}`, `records ${records}`];
  return `${[title, log, ...facts, ...lines].join("\n")}\n`;
}

/** Parses such a statement; undefined unless it is signed by the log's key under the key's name. */
export function openKeyStatement(note: string, log: NoteVerifier): KeyStatement | undefined {
  const text = openNote(note, log);
  if (text === undefined) return undefined;
  const [first, name = "", site, service, records, ...lines] = text.slice(0, -1).split("\n");
  if (first !== title || name !== log.name) return undefined;
  const statement = {
    log: name,
    site: factIn("site", site),
    service: factIn("service", service),
    records: Number(factIn("records", records)),
    files: lines.map((line) => ({ path: line.slice(66), sha256: line.slice(0, 64) })),
  };
  return printKeyStatement(statement) === text ? statement : undefined;
}

const factIn = (what: string, line = "") => line.slice(what.length + 1);
