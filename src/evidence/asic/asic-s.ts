import type { Piece } from "../../formats/zip/pieces.ts";
import type { ZipEntry } from "../../formats/zip/read-zip.ts";
import { writeZip } from "../../formats/zip/write-zip.ts";

const mediaType = "application/vnd.etsi.asic-s+zip";
export const tokenName = "META-INF/timestamp.tst";

/** A file of any kind and the bare time-stamp token over it. */
export type TimeStampedFile<Data = Uint8Array> = { name: string; data: Data; token: Uint8Array };

/**
 * An ASiC-S container with a time-stamp (ETSI EN 319 162-1, 4.3.3), in pieces: the media type first (stored, without
 * extra fields), then the file, then its token. The entries carry the date `time`. The same input gives the same bytes.
 */
export function makeAsicS({ name, data, token }: TimeStampedFile<Piece>, time: Date): Piece[] {
  if (!isAllowedInContainer(name)) throw new Error(`"${name}" is not a valid file name in a container.`);
  const files = [
    { name: "mimetype", content: [new TextEncoder().encode(mediaType)] },
    { name, content: [data] },
    { name: tokenName, content: [token] },
  ];
  return writeZip(files, time);
}

/** False for folders and for the container's own file names in any case. */
export const isAllowedInContainer = (name: string) => !/^(mimetype|meta-inf)$|\//i.test(name);

/** True if the entries of a ZIP file are those of an ASiC-S container. Runs in browsers. */
export function isAsicS([first]: ZipEntry[]): boolean {
  return first?.name === "mimetype" && first.isStored && new TextDecoder().decode(first.data) === mediaType;
}

/** The file and token of a container with one time-stamp and no signature; undefined for any other container. */
export function readAsicS(entries: ZipEntry[]): TimeStampedFile | undefined {
  const [, ...rest] = entries.filter(({ name }) => !name.endsWith("/"));
  const token = rest.find(({ name }) => name === tokenName);
  const [file, ...more] = rest.filter(({ name }) => name !== tokenName);
  if (!isAsicS(entries) || !token || !file || more.length > 0 || file.name.includes("/")) return undefined;
  return { name: file.name, data: file.data, token: token.data };
}
