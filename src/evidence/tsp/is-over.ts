import { wellFormed } from "../../formats/der/malformed.ts";
import { readSignedData } from "../cms/signed-data.ts";
import { sameBytes } from "../hash.ts";
import { readTstInfo, type TstInfo } from "./tst-info.ts";

/** What a token claims; the token is not verified. */
export const claimedInfo = (token: Uint8Array): TstInfo | undefined =>
  wellFormed(() => {
    const { content } = readSignedData(token);
    return content && readTstInfo(content);
  });

/** The digest that a token claims to be over; the token is not verified. */
export const claimedDigest = (token: Uint8Array): Uint8Array | undefined =>
  claimedInfo(token)?.imprint.digest;

/** Whether a token claims to be over this digest; the token is not verified. */
export function isOver(token: Uint8Array, digest: Uint8Array): boolean {
  const claimed = claimedDigest(token);
  return claimed !== undefined && sameBytes(claimed, digest);
}
