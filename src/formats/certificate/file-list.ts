/** A file of a collection. The name is undefined if its owner keeps the names private. */
export type ListedFile = { name?: string | undefined; size: number; sha256: string };

/** The files of a collection as text, a line of JSON for each: how the server passes them to a child process. */
export function writeFileList(files: Iterable<ListedFile>): string {
  let text = "";
  for (const { name, size, sha256 } of files)
    text += `${JSON.stringify(name === undefined ? [size, sha256] : [size, sha256, name])}\n`;
  return text;
}

/** Reads what `writeFileList` wrote. */
export function readFileList(text: string): ListedFile[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [size, sha256, name]: [number, string, string?] = JSON.parse(line);
      return { size, sha256, ...(name === undefined ? {} : { name }) };
    });
}
