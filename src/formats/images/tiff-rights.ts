import type { ReadAt } from "../read-at.ts";
import { readIptc } from "./iptc.ts";
import { addRight, joinRights, namesPlace, type Rights, readXmpRights } from "./rights.ts";
import { readTiffBytes, type TiffPage } from "./tiff-pages.ts";

const tags = { artist: 315, xmp: 700, copyright: 33_432, iptc: 33_723, gps: 34_853 };
const maxBytes = 262_144;

/** What the metadata of a TIFF's page state about its rights, and whether they say where it was taken. */
export async function readTiffRights(
  readAt: ReadAt,
  page: TiffPage,
): Promise<{ rights: Rights; hasPlace: boolean }> {
  const read = (tag: number) => readTiffBytes(readAt, page, tag, maxBytes);
  const packet = await read(tags.xmp);
  const iptc = readIptc((await read(tags.iptc)) ?? Buffer.alloc(0));
  const own: Rights = {};
  // A copyright has two parts, of the photographer and of the editor, separated by a zero byte (EXIF 2.32, 4.6.4).
  for (const [tag, field] of [
    [tags.artist, "creator"],
    [tags.copyright, "rights"],
  ] as const)
    addRight(own, field, (await read(tag))?.toString("utf8") ?? "");
  return {
    rights: joinRights(joinRights(packet ? readXmpRights(packet) : {}, iptc.rights), own),
    hasPlace:
      (packet !== undefined && namesPlace(packet)) || iptc.namesPlace || (await read(tags.gps)) !== undefined,
  };
}
