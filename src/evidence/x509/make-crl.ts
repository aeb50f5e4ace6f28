import { generalizedTime, time } from "../../formats/der/times.ts";
import { bitOctets, enumerated, integer, sequence, tagged } from "../../formats/der/write.ts";
import { oids } from "../oids.ts";
import { readCertificate } from "./certificate.ts";
import type { Revocation } from "./crl.ts";
import { extension } from "./extensions.ts";
import { p256Signature, type Signer, signP256 } from "./key-pair.ts";
import { authorityKeyIdentifier } from "./make-certificate.ts";

/**
 * A full revocation list (RFC 5280, 5.1) of a root. It states that revocations stay on it after their certificates
 * expire (expiredCertsOnCRL from the root's start, X.509, 9.5.2.8), so that the newest list is enough for old
 * signatures. Server only: browsers must not import it.
 */
export function makeCrl(
  root: Signer,
  list: { number: bigint; thisUpdate: Date; nextUpdate: Date; revocations: Revocation[] },
): Uint8Array {
  const issuer = readCertificate(root.certificate);
  const entries = list.revocations.map(revocationEntry);
  const tbs = sequence(
    integer(1),
    p256Signature(),
    issuer.subject.bytes,
    time(list.thisUpdate),
    time(list.nextUpdate),
    entries.length > 0 ? sequence(...entries) : undefined,
    tagged(
      0,
      sequence(
        authorityKeyIdentifier(issuer.publicKeyInfo),
        extension(oids.crlNumber, integer(list.number)),
        extension(oids.expiredCertsOnCrl, generalizedTime(issuer.notBefore)),
      ),
    ),
  );
  return sequence(tbs, p256Signature(), bitOctets(signP256(tbs, root.privateKey)));
}

function revocationEntry({ serialNumber, at, reason, invalidSince }: Revocation) {
  const extensions = [
    ...(reason === undefined ? [] : [extension(oids.reasonCode, enumerated(reason))]),
    ...(invalidSince ? [extension(oids.invalidityDate, generalizedTime(wholeSeconds(invalidSince)))] : []),
  ];
  const optional = extensions.length > 0 ? sequence(...extensions) : undefined;
  return sequence(integer(serialNumber), time(at), optional);
}

const wholeSeconds = (time: Date) => new Date(Math.floor(time.getTime() / 1000) * 1000);
