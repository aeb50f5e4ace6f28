/** Test support: attestations whose evidence records were renewed for decades, by authorities that came and went. */
import { randomBytes } from "node:crypto";
import type { HashName } from "../hash.ts";
import { newKey } from "../test-pki.ts";
import { makeTimeStampToken } from "../tsp/authority.ts";
import { type Certificate, readCertificate } from "../x509/certificate.ts";
import type { Signer } from "../x509/key-pair.ts";
import { makeRootCertificate, makeTsaCertificate } from "../x509/make-certificate.ts";
import { type ArchiveChain, writeArchiveChains } from "./evidence-record.ts";
import { reduceGroups } from "./group-tree.ts";
import { groupObjects, groupTokens, type PreservedObject } from "./renew.ts";

/** The first second of a year, plus days. */
export const inYear = (year: number, days = 0) => new Date(Date.UTC(year, 0, 1 + days));

/** A root for this many years from `year`, and the certificates under it. */
function testRoot(year: number, years = 30) {
  const request = (commonName: string, from: Date, until: Date) => ({
    serial: randomBytes(16),
    organization: "Test",
    commonName,
    notBefore: from,
    notAfter: until,
    privateKey: newKey(),
  });
  const own = request(`Root ${year}`, inYear(year), inYear(year + years));
  const root: Signer = { privateKey: own.privateKey, certificate: makeRootCertificate(own) };
  return {
    root,
    certificate: readCertificate(root.certificate),
    /** An authority whose certificate is valid for ten years. */
    authority: (from: number): Signer => {
      const serving = request(`TSA ${from}`, inYear(from), inYear(from + 10));
      return { privateKey: serving.privateKey, certificate: makeTsaCertificate(serving, root) };
    },
  };
}

export const tokenOver = (digest: Uint8Array, hash: HashName, signer: Signer, time: Date): Uint8Array =>
  makeTimeStampToken(
    { imprint: { hash, digest }, nonce: undefined, wantsCertificate: true },
    { signer, time, serial: randomBytes(16), accuracyMs: 1000 },
  );

/** Who renews and when; `hash` renews the hash tree with it. */
export type Step = { signer: Signer; time: Date; hash?: HashName };

/** The chains of each attestation after these steps, all of them in one tree at every step. */
export function preserve(attestations: PreservedObject[][], steps: Step[]): ArchiveChain[][] {
  let all: ArchiveChain[][] = attestations.map(() => []);
  for (const [at, { signer, time, hash }] of steps.entries()) {
    const startsChain = at === 0 || hash !== undefined;
    const used = hash ?? all[0]?.at(-1)?.hash ?? "SHA-256";
    const groups = attestations.map((objects, index) => {
      const before = all[index] ?? [];
      if (startsChain) return groupObjects(objects, used, before);
      const tokens = before.at(-1)?.timeStamps.map(({ token }) => token) ?? [];
      return groupTokens(tokens, used, randomBytes(32));
    });
    const { root, reduced } = reduceGroups(groups, used);
    const token = tokenOver(root, used, signer, time);
    all = all.map((before, index) => {
      const timeStamp = { reduced: reduced[index], token };
      const last = before.at(-1);
      if (startsChain || !last) return [...before, { hash: used, timeStamps: [timeStamp] }];
      return [...before.slice(0, -1), { hash: used, timeStamps: [...last.timeStamps, timeStamp] }];
    });
  }
  return all;
}

export const recordsOf = (chains: ArchiveChain[][]) => chains.map(writeArchiveChains);

/** Six authorities over fifty years, under two roots, and five steps by them: the third renews the hash tree. */
export function halfACentury(): {
  roots: Certificate[];
  pem: [Signer, Signer];
  first: Signer;
  steps: Step[];
} {
  const [early, late] = [testRoot(2026), testRoot(2050)];
  const steps: Step[] = [
    { signer: early.authority(2031), time: inYear(2035) },
    { signer: early.authority(2036), time: inYear(2040) },
    { signer: early.authority(2041), time: inYear(2045), hash: "SHA-512" },
    { signer: late.authority(2050), time: inYear(2050, 100) },
    { signer: late.authority(2056), time: inYear(2059) },
  ];
  return {
    roots: [early.certificate, late.certificate],
    pem: [early.root, late.root],
    first: early.authority(2026),
    steps,
  };
}
