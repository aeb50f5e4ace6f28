import { readSignedData } from "../../evidence/cms/signed-data.ts";
import type { Imprint } from "../../evidence/tsp/imprint.ts";
import { readTstInfo } from "../../evidence/tsp/tst-info.ts";

/** What a kept token is about, our own or an outside one: the digest, and the hash that the token says made it. */
export function imprintOfToken(token: Uint8Array): Imprint {
  const { content } = readSignedData(token);
  const info = content && readTstInfo(content);
  if (!info) throw new Error("A time-stamp token that was kept cannot be read.");
  return info.imprint;
}
