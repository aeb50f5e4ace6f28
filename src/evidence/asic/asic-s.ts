import { zipSync } from "fflate";
import type { ZipEntry } from "../zip/read-zip.ts";

const mediaType = "application/vnd.etsi.asic-s+zip";
const tokenName = "META-INF/timestamp.tst";

/** One file of any kind and the bare time-stamp token over it. */
export type TimeStampedFile = { name: string; data: Uint8Array; token: Uint8Array };

/**
 * An ASiC-S container with a time-stamp (ETSI EN 319 162-1, 4.3.3): the media type first, stored and without extra
 * field, the one file, its token. `time` is what the entries are dated. The same input gives the same bytes.
 */
export function makeAsicS({ name, data, token }: TimeStampedFile, time: Date): Uint8Array {
  if (name === "mimetype" || name.includes("/")) throw new Error(`"${name}" cannot stand in a container.`);
  const options = { level: 0, mtime: zipTime(time) } as const;
  return zipSync({
    mimetype: [new TextEncoder().encode(mediaType), options],
    [name]: [data, options],
    [tokenName]: [token, options],
  });
}

/** ZIP files know local time alone and no zone: the digits of UTC are written. Not before 1980. */
export function zipTime(time: Date): Date {
  const utc = new Date(Math.max(time.getTime(), Date.UTC(1980, 0, 2)));
  return new Date(
    utc.getUTCFullYear(),
    utc.getUTCMonth(),
    utc.getUTCDate(),
    utc.getUTCHours(),
    utc.getUTCMinutes(),
    utc.getUTCSeconds(),
  );
}

/** True when the files of a ZIP file say that it is such a container. Runs in browsers. */
export function isAsicS([first]: ZipEntry[]): boolean {
  return first?.name === "mimetype" && first.isStored && new TextDecoder().decode(first.data) === mediaType;
}

/** What stands in a container that has one time-stamp and no signature; undefined for any other. */
export function readAsicS(entries: ZipEntry[]): TimeStampedFile | undefined {
  const [, ...rest] = entries.filter(({ name }) => !name.endsWith("/"));
  const token = rest.find(({ name }) => name === tokenName);
  const [file, ...more] = rest.filter(({ name }) => name !== tokenName);
  if (!isAsicS(entries) || !token || !file || more.length > 0 || file.name.includes("/")) return undefined;
  return { name: file.name, data: file.data, token: token.data };
}
