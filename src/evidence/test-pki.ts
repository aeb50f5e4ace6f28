import { generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Certificate, readCertificate } from "./x509/certificate.ts";
import type { Revocation } from "./x509/crl.ts";
import type { Signer } from "./x509/key-pair.ts";
import { makeRootCertificate, makeSealCertificate, makeTsaCertificate } from "./x509/make-certificate.ts";
import { makeCrl } from "./x509/make-crl.ts";
import { encodePem } from "./x509/pem.ts";

/** The time of every test that does not read the clock. */
export const now = new Date("2026-11-20T19:11:07.250Z");
const notBefore = new Date("2026-01-01T00:00:00Z");
/** A century: openssl and some tests read the clock. */
const notAfter = new Date("2126-01-01T00:00:00Z");
/** A time at which no certificate of a test authority is valid anymore. */
export const afterwards = new Date("2126-01-02T00:00:00Z");

/** A service's root, time-stamping and seal certificates with new keys. */
export function testAuthority(name = "Test"): {
  root: Signer;
  tsa: Signer;
  seal: Signer;
  roots: Certificate[];
  crl: (revocations: Revocation[], thisUpdate?: Date) => Uint8Array;
} {
  const request = (commonName: string, privateKey: KeyObject) => ({
    serial: randomBytes(16),
    organization: name,
    commonName: `${name} ${commonName}`,
    notBefore,
    notAfter,
    privateKey,
  });
  const [rootKey, tsaKey, sealKey] = [newKey(), newKey(), newKey()];
  const root = { privateKey: rootKey, certificate: makeRootCertificate(request("Root", rootKey)) };
  const tsa = { privateKey: tsaKey, certificate: makeTsaCertificate(request("TSA", tsaKey), root) };
  const seal = { privateKey: sealKey, certificate: makeSealCertificate(request("Seal", sealKey), root) };
  const crl = (revocations: Revocation[], thisUpdate = new Date("2026-11-20T00:00:00Z")) =>
    makeCrl(root, {
      number: 1n,
      thisUpdate,
      nextUpdate: new Date(thisUpdate.getTime() + 30 * 24 * 3_600_000),
      revocations,
    });
  return { root, tsa, seal, roots: [readCertificate(root.certificate)], crl };
}

export const newKey = () => generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;

/** Runs openssl in a temporary folder; a Uint8Array is passed as a file there. Throws if openssl is missing. */
export function openssl(...args: (string | Uint8Array)[]): { ok: boolean; text: string } {
  mkdirSync(folder, { recursive: true });
  const names = args.map((arg) => (typeof arg === "string" ? arg : getFile(arg)));
  const { exitCode, stdout, stderr } = Bun.spawnSync(["openssl", ...names], { cwd: folder });
  return { ok: exitCode === 0, text: `${stdout}${stderr}` };
}

const folder = join(tmpdir(), `attestamp-openssl-${process.pid}`);
let files = 0;

/** Writes a file with these bytes or this text into openssl's folder; returns its name without a folder. */
export function getFile(content: Uint8Array | string): string {
  const name = `file-${++files}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), content);
  return name;
}

/** Deletes all temporary files: for `afterAll` of every test that runs openssl. */
export const removeFiles = () => rmSync(folder, { recursive: true, force: true });

/** The content of a file that openssl wrote. */
export const written = (name: string) => new Uint8Array(readFileSync(join(folder, name)));

export const certificatePem = (der: Uint8Array) => new TextEncoder().encode(encodePem("CERTIFICATE", der));

export const toEpoch = (time: Date) => String(Math.floor(time.getTime() / 1000));
