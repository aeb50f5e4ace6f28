import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { onePage, pdfWithObjectStream } from "../../formats/pdf/test-documents.ts";
import { readSignatures } from "../../formats/pdf/test-signing.ts";
import { stamped } from "../../formats/pdf/test-stamping.ts";
import { maxSealBytes, sealCms } from "../seal/seal-cms.ts";
import { verifySeal } from "../seal/verify-seal.ts";
import { certificatePem, now, openssl, testAuthority, toEpoch } from "../test-pki.ts";
import { computeMaxTokenBytes, makeTimeStampToken } from "../tsp/authority.ts";
import { verifyTimeStampToken } from "../tsp/token.ts";
import { fillSeal } from "./fill-seal.ts";
import { maxPadding, type OpenSignature, type SealOptions } from "./seal.ts";
import { coveredBy, sha256Of, withOpenSeal } from "./test-sealing.ts";

const { root, seal: sealer, tsa, roots, crl } = testAuthority();
const base64 = (der: Uint8Array) => Buffer.from(der).toString("base64");

const tokenBytes = computeMaxTokenBytes(tsa);

const buildOptions = (subFilter: SealOptions["subFilter"]): SealOptions => ({
  subFilter,
  name: "Attestamp",
  time: now.getTime(),
  certificates: [base64(root.certificate)],
  crls: [base64(crl([]))],
  reserved: { seal: maxSealBytes({ signer: sealer, chain: [] }, tokenBytes), timeStamp: tokenBytes },
  paddings: [maxPadding],
});

const computeImprint = (digest: Uint8Array) => ({ hash: "SHA-256", digest }) as const;

function token(digest: Uint8Array): Uint8Array {
  const request = { imprint: computeImprint(digest), nonce: undefined, wantsCertificate: true };
  return makeTimeStampToken(request, { signer: tsa, time: now, serial: randomBytes(16), accuracyMs: 1000 });
}

/** The content of the placeholder, including the trailing zeros. */
const valueIn = (file: Buffer, { placeholder }: OpenSignature) =>
  Buffer.from(file.toString("latin1", placeholder.start + 1, placeholder.end - 1), "hex");

for (const subFilter of ["ETSI.CAdES.detached", "adbe.pkcs7.detached"] as const) {
  test(`our own seal and time-stamp are valid for us, pdfsig and openssl (${subFilter})`, async () => {
    const copy = stamped(pdfWithObjectStream(onePage())).file;
    await withOpenSeal(copy, buildOptions(subFilter), async (path, open) => {
      await fillSeal(path, open, {
        seal: (digest) => sealCms({ digest, signer: sealer, chain: [], timeStamp: token }),
        timeStamp: async (digest) => token(digest),
      });
      const file = readFileSync(path);
      expect(readSignatures(file)).toContain("Signature is Valid.");

      const sealedBytes = coveredBy(file, open.seal);
      const value = valueIn(file, open.seal);
      const digest = Buffer.from(sha256Of(sealedBytes), "hex");
      expect(verifySeal(value, { digest, roots, at: now })).toHaveProperty("seal.timeStamp.time");
      const rootPem = certificatePem(root.certificate);
      const trusted = ["-CAfile", rootPem, "-attime", toEpoch(now)];
      const cms = [
        "-verify",
        "-inform",
        "DER",
        "-in",
        value,
        "-content",
        sealedBytes,
        "-binary",
        "-purpose",
        "any",
      ];
      expect(openssl("cms", ...cms, ...trusted, "-out", "/dev/null").text).toContain(
        "Verification successful",
      );

      const stampedBytes = coveredBy(file, open.timeStamp);
      const tokenValue = valueIn(file, open.timeStamp);
      const ts = ["-verify", "-token_in", "-in", tokenValue, "-data", stampedBytes];
      expect(openssl("ts", ...ts, ...trusted).text).toContain("Verification: OK");
      const bare = tokenValue.subarray(0, 4 + tokenValue.readUInt16BE(2));
      const imprint = computeImprint(Buffer.from(sha256Of(stampedBytes), "hex"));
      expect(verifyTimeStampToken(bare, { imprint, roots })).toHaveProperty("timeStamp.time");
    });
  });
}
