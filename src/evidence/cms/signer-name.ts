import { wellFormed } from "../../formats/der/malformed.ts";
import { withoutPadding } from "../../formats/der/read.ts";
import { readSignedData } from "./signed-data.ts";

/** The name in the signer's certificate, which is not checked; empty if there is none. Zeros may follow the data. */
export function signerName(contents: Uint8Array): string {
  const data = wellFormed(() => readSignedData(withoutPadding(contents)));
  const { signerId } = data ?? {};
  const signer = data?.certificates.find(
    ({ serialNumber }) => signerId && "serialNumber" in signerId && signerId.serialNumber === serialNumber,
  );
  return signer?.subject.text ?? "";
}
