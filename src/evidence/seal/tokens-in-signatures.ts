import { wellFormed } from "../../formats/der/malformed.ts";
import { withoutPadding } from "../../formats/der/read.ts";
import { readSignedData } from "../cms/signed-data.ts";
import { oids } from "../oids.ts";
import type { FoundSignature } from "../pades/find-signatures.ts";

/** The bare time-stamp token of a signature in a PDF: the signature itself, or the token inside a seal. */
export function tokenIn({ subFilter, contents }: FoundSignature): Uint8Array | undefined {
  if (subFilter === "ETSI.RFC3161") return wellFormed(() => withoutPadding(contents));
  const attributes = wellFormed(() => readSignedData(withoutPadding(contents)))?.unsignedAttributes;
  const [token] = attributes?.get(oids.signatureTimeStamp) ?? [];
  return token?.bytes;
}
