/** A line of SHA256SUMS: the name of a file, and its lower-case hex SHA-256. */
export type SummedFile = { name: string; sha256: string };

/** The file's number, counted from 1, with as many digits as the last file's. */
export const fileNumber = (index: number, count: number) =>
  String(index + 1).padStart(String(count).length, "0");

/** The name shown for a file if its owner keeps names private, from its place in the list: file-0317. */
const privateFileName = (index: number, count: number) => `file-${fileNumber(index, count)}`;

/**
 * The files in the format that `sha256sum --check` reads. A backslash before a line means that its name is escaped (GNU
 * coreutils). Runs in browsers.
 */
export function writeSha256Sums(files: readonly { name?: string | undefined; sha256: string }[]): string {
  return files
    .map(({ name, sha256 }, index) => writeLine(name ?? privateFileName(index, files.length), sha256))
    .join("");
}

const escapes: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r" };
const unescaped = new Map(Object.entries(escapes).map(([character, written]) => [written, character]));

function writeLine(name: string, sha256: string): string {
  const written = name.replace(/[\\\n\r]/g, (character) => escapes[character] ?? character);
  return `${written === name ? "" : "\\"}${sha256}  ${written}\n`;
}

/** Parses such a list; undefined for any text that `writeSha256Sums` does not write. Runs in browsers. */
export function parseSha256Sums(text: string): SummedFile[] | undefined {
  const lines = text.split("\n");
  if (lines.pop() !== "") return undefined;
  const files = lines.map(parseLine);
  return files.every((file) => file !== undefined) ? files : undefined;
}

function parseLine(line: string): SummedFile | undefined {
  const [, backslash, sha256, written] = /^(\\?)([0-9a-f]{64}) {2}(.+)$/s.exec(line) ?? [];
  if (sha256 === undefined || written === undefined) return undefined;
  const name = backslash ? written.replace(/\\[\\nr]/g, (code) => unescaped.get(code) ?? code) : written;
  return writeLine(name, sha256) === `${line}\n` ? { name, sha256 } : undefined;
}
