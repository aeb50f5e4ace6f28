import type { Deps } from "../deps.ts";
import { answerTimeStampRequest } from "../evidence/time-stamp/authority.ts";
import { encodePem } from "../evidence/x509/pem.ts";
import { takeFromLimit } from "../limits.ts";
import { accuracyMs } from "./authority.ts";
import { isClockBehind } from "./clock.service.ts";

/** Answers anybody's TimeStampReq with a TimeStampResp, both DER (RFC 3161). Throws `rate_limited`. */
export function answerTimeStampQuery(deps: Deps, request: Uint8Array, address: string): Uint8Array {
  takeFromLimit(deps, "timeStampsPerAddress", address);
  const facts = {
    signer: deps.authority.tsa,
    time: isClockBehind(deps) ? undefined : new Date(deps.now()),
    serial: crypto.getRandomValues(new Uint8Array(16)),
    accuracyMs,
  };
  return answerTimeStampRequest(request, facts).reply;
}

/** The certificate everything of ours leads to, PEM. */
export const rootCertificatePem = ({ authority }: Deps): string =>
  encodePem("CERTIFICATE", authority.root.bytes);

/** The revocation list of today, DER, as its address in a certificate must give it (RFC 5280, 4.2.1.13). */
export const crlDer = ({ authority }: Deps): Uint8Array => authority.crl().bytes;
