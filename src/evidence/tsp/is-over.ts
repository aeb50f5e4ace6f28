import { wellFormed } from "../../formats/der/malformed.ts";
import { readSignedData } from "../cms/signed-data.ts";
import { sameBytes } from "../hash.ts";
import { readTstInfo } from "./tst-info.ts";

/** Whether a token claims to be over this digest; the token is not verified. */
export function isOver(token: Uint8Array, digest: Uint8Array): boolean {
  return (
    wellFormed(() => {
      const { content } = readSignedData(token);
      const info = content && readTstInfo(content);
      return info !== undefined && sameBytes(info.imprint.digest, digest);
    }) ?? false
  );
}
