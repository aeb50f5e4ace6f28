import { expect, test } from "bun:test";
import { wellFormed } from "../formats/der/malformed.ts";
import { readDer } from "../formats/der/read.ts";
import { gradient } from "../formats/images/test-pictures.ts";
import { verifyPicture, withCredentials } from "./c2pa/test-credentials.ts";
import { sealCms } from "./seal/seal-cms.ts";
import { verifySeal } from "./seal/verify-seal.ts";
import { mutated, seeded } from "./test-mutations.ts";
import { now } from "./test-pki.ts";
import { answerTimeStampRequest, makeTimeStampToken } from "./tsp/authority.ts";
import { makeTimeStampRequest, parseTimeStampRequest } from "./tsp/request.ts";
import { authority, computeImprint, facts, file, grant, nonce } from "./tsp/test-tokens.ts";
import { tokenOfReply, verifyTimeStampToken } from "./tsp/token.ts";
import { readCertificate } from "./x509/certificate.ts";
import { verifyChain } from "./x509/chain.ts";
import { readCrl } from "./x509/crl.ts";

const { reply, token } = grant();
const request = makeTimeStampRequest(computeImprint(file), nonce);
const crl = authority.crl([{ serialNumber: 5n, at: now, reason: 1 }]);
const expected = { imprint: computeImprint(file), nonce, roots: authority.roots, crls: [readCrl(crl)] };
const { digest } = expected.imprint;
const picture = await withCredentials(await gradient(16, 16).png().toBuffer(), authority, {
  fileType: "image/png",
});
const sealed = await sealCms({
  digest,
  signer: authority.seal,
  chain: [authority.root.certificate],
  timeStamp: (imprint) =>
    makeTimeStampToken(
      { imprint: { hash: "SHA-256", digest: imprint }, nonce: undefined, wantsCertificate: true },
      facts,
    ),
});

test.each<[string, Uint8Array, (bytes: Uint8Array) => unknown]>([
  ["DER", token, (bytes) => wellFormed(() => readDer(bytes))],
  ["a token", token, (bytes) => verifyTimeStampToken(bytes, expected)],
  ["a reply", reply, tokenOfReply],
  ["a request", request, parseTimeStampRequest],
  ["a request that is answered", request, (bytes) => answerTimeStampRequest(bytes, facts).reply],
  ["a seal", sealed, (bytes) => verifySeal(bytes, { ...expected, digest, at: now })],
  [
    "a picture with credentials",
    picture,
    (bytes) => verifyPicture(bytes, { ...expected, stampRoots: [], at: now }),
  ],
  ["a revocation list", crl, (bytes) => wellFormed(() => readCrl(bytes))],
  [
    "a certificate",
    authority.tsa.certificate,
    (bytes) => {
      const certificate = wellFormed(() => readCertificate(bytes));
      const question = { purpose: "time-stamping", roots: authority.roots, at: now } as const;
      return certificate && verifyChain({ ...question, others: [], certificate });
    },
  ],
])("whatever becomes of %s, reading it ends in a verdict", (_, bytes, read) => {
  const random = seeded(2026);
  // Off-by-one values more often than random ones.
  const other = (old: number) => (random(2) === 0 ? random(256) : old + random(3) - 1);
  for (let round = 0; round < 600; round++) expect(() => read(mutated(bytes, random, other))).not.toThrow();
});
