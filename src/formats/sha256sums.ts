/** A line of SHA256SUMS: the name of a file, and its lower-case hex SHA-256. */
export type SummedFile = { name: string; sha256: string };

/** The number of a file from 1, with as many digits as the last one has. */
export const fileNumber = (index: number, count: number) =>
  String(index + 1).padStart(String(count).length, "0");

/** The name of a file whose own name its owner keeps private, from its place in the list: file-0317. */
const privateFileName = (index: number, count: number) => `file-${fileNumber(index, count)}`;

/**
 * The files in the format of `sha256sum`, which checks them with `sha256sum --check`. A backslash in front of a line
 * says that the name in it is escaped (GNU coreutils). Runs in browsers.
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

/** The files of such a list; undefined for any text that `writeSha256Sums` does not write. Runs in browsers. */
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
