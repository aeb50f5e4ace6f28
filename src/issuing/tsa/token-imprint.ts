import { readSignedData } from "../../evidence/cms/signed-data.ts";
import type { Imprint } from "../../evidence/tsp/imprint.ts";
import { readTstInfo } from "../../evidence/tsp/tst-info.ts";

/** The imprint of a stored token: the digest it is about, with the name of the hash. */
export function parseImprint(token: Uint8Array): Imprint {
  const { content } = readSignedData(token);
  const info = content && readTstInfo(content);
  if (!info) throw new Error("A stored time-stamp token cannot be read.");
  return info.imprint;
}
