import { type Zippable, zipSync } from "fflate";
import { makeAsicS, zipTime } from "../asic/asic-s.ts";
import { describeAttestation } from "./attestation-json.ts";
import type { NamedFile, PackParts } from "./pack-parts.ts";
import { isPartName, partNames } from "./part-names.ts";
import { writeReadme } from "./readme.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

/**
 * The evidence pack of a document: one ZIP file with all that proves it without us. Files that cannot be packed any
 * smaller are stored. The same parts give the same bytes. Holds the whole pack in memory, twice while it is made.
 */
export function makePack(parts: PackParts): Uint8Array {
  const time = new Date(parts.statement.time);
  const named = { ...parts, stamped: withFreeName(parts.stamped) };
  const container = containerOf(named, time);
  const files: Record<string, Uint8Array> = {
    [partNames.readme]: utf8(writeReadme(named)),
    [partNames.certificate]: parts.certificate,
    [named.stamped.name]: parts.stamped.bytes,
    [partNames.attestation]: utf8(describeAttestation(named)),
    [partNames.signedAttestation]: utf8(`${parts.signedStatement}\n`),
    [partNames.originalToken]: parts.originalToken,
    [partNames.stampedToken]: parts.stampedToken,
    [partNames.receipt]: utf8(parts.receipt),
    ...(container ? { [partNames.container]: container } : {}),
    [partNames.root]: utf8(parts.roots),
    [partNames.crl]: parts.crl,
    [partNames.declaration]: parts.declaration,
    [partNames.checker]: parts.checker,
  };
  const zippable: Zippable = {};
  for (const [name, bytes] of Object.entries(files)) {
    zippable[name] = [bytes, { level: isPackable(name) ? 6 : 0, mtime: zipTime(time) }];
  }
  return zipSync(zippable);
}

const isPackable = (name: string) => /\.(txt|json|html|pem|crl)$/.test(name);

/** No document can put itself into the place of another file of the pack. */
function withFreeName({ name, bytes }: NamedFile): NamedFile {
  return { name: isPartName(name) ? `Stamped_${name}` : name, bytes };
}

function containerOf({ original, originalToken }: PackParts, time: Date): Uint8Array | undefined {
  if (!original) return undefined;
  const name = original.name === "mimetype" ? "document" : original.name;
  return makeAsicS({ name, data: original.bytes, token: originalToken }, time);
}
