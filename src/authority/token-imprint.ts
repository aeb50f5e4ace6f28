import { readSignedData } from "../evidence/cms/signed-data.ts";
import { readTstInfo } from "../evidence/time-stamp/tst-info.ts";

/** The digest that a token of ours is about. Throws for anything else. */
export function imprintOfToken(token: Uint8Array): Uint8Array {
  const { content } = readSignedData(token);
  const info = content && readTstInfo(content);
  if (!info) throw new Error("A time-stamp token that was kept cannot be read.");
  return info.imprint.digest;
}
