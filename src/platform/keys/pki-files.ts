import { createPrivateKey, type KeyObject } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { AppError } from "../../errors.ts";
import { sameBytes } from "../../evidence/hash.ts";
import { type Certificate, readCertificate } from "../../evidence/x509/certificate.ts";
import { type Crl, readCrl } from "../../evidence/x509/crl.ts";
import { exportPublicKeyInfo, type Signer } from "../../evidence/x509/key-pair.ts";
import { decodePem, encodePem } from "../../evidence/x509/pem.ts";
import { wellFormed } from "../../formats/der/malformed.ts";
import { syncFolder, writeWhole } from "../files/write-whole.ts";
import { type AuthorityRole, keysFolder, retiredFolder, retiredNames } from "./key-names.ts";

/** The key and certificate on disk for one role. */
export type PkiKey = Signer & { parsed: Certificate };

/**
 * The files of the authority in DATA_DIR/keys. root.pem, tsa.pem and seal.pem contain a private key (PKCS#8) and its
 * certificate together, so that one rename replaces both and no crash can separate them; root.crl is the revocation
 * list; retired/ contains only the certificates of retired keys, and the last list of each root.
 */
export class PkiFiles {
  readonly folder: string;
  readonly #retiredFolder: string;

  constructor(dataDir: string) {
    this.folder = keysFolder(dataDir);
    this.#retiredFolder = retiredFolder(dataDir);
  }

  /** Must be called before anything is written. */
  makeFolders(): void {
    if (existsSync(this.#retiredFolder)) return;
    mkdirSync(this.#retiredFolder, { recursive: true, mode: 0o700 });
    syncFolder(dirname(this.folder));
    syncFolder(this.folder);
  }

  getPath(role: AuthorityRole): string {
    return join(this.folder, `${role}.pem`);
  }

  get crlPath(): string {
    return join(this.folder, "root.crl");
  }

  /** Undefined if there is none; throws AppError if it is damaged. */
  read(role: AuthorityRole): PkiKey | undefined {
    const path = this.getPath(role);
    if (!existsSync(path)) return undefined;
    const text = readFileSync(path, "utf8");
    const privateKey = readPrivateKey(text);
    const parsed = firstCertificate(text);
    const isPair = privateKey && parsed && sameBytes(exportPublicKeyInfo(privateKey), parsed.publicKeyInfo);
    if (!isPair) throw damagedFile(path);
    return { privateKey, certificate: parsed.bytes, parsed };
  }

  write(role: AuthorityRole, signer: Signer): PkiKey {
    const key = signer.privateKey.export({ format: "pem", type: "pkcs8" });
    writeWhole(this.getPath(role), `${key}${encodePem("CERTIFICATE", signer.certificate)}`);
    return { ...signer, parsed: readCertificate(signer.certificate) };
  }

  /** Undefined if there is none; throws AppError if it is damaged. */
  readCrl(): Crl | undefined {
    return existsSync(this.crlPath) ? readCrlFile(this.crlPath) : undefined;
  }

  writeCrl(crl: Uint8Array): void {
    writeWhole(this.crlPath, encodePem("X509 CRL", crl));
  }

  /** Keeps a certificate for verifiers; its private key is deleted when it is replaced. */
  retire(role: AuthorityRole | "stolen-root", { serialNumber, bytes }: Certificate): void {
    const path = join(this.#retiredFolder, `${role}-${serialNumber.toString(16)}.pem`);
    writeWhole(path, encodePem("CERTIFICATE", bytes));
  }

  /** Keeps the final list of a root. */
  retireCrl({ serialNumber }: Certificate, crl: Uint8Array): void {
    const path = join(this.#retiredFolder, `root-${serialNumber.toString(16)}.crl`);
    writeWhole(path, encodePem("X509 CRL", crl));
  }

  /** Certificates of retired keys, each with its role from its file name. Throws AppError for a damaged one. */
  retired(): { role: AuthorityRole; certificate: Certificate }[] {
    return this.#retiredPaths(retiredNames.certificate).map(({ path, role }) => ({
      role: role === "root" || role === "tsa" ? role : "seal",
      certificate: readCertificateFile(path),
    }));
  }

  /** Every earlier root, each once, including stolen ones. */
  earlierRoots(current?: Uint8Array): Certificate[] {
    const replaced = this.retired().filter(({ role }) => role === "root");
    const all = [...replaced.map(({ certificate }) => certificate), ...this.stolenRoots()];
    const bySerial = new Map(all.map((one) => [one.serialNumber, one]));
    return [...bySerial.values()].filter(({ bytes }) => !current || !sameBytes(bytes, current));
  }

  /** Roots whose key was stolen: they must not be trusted. */
  stolenRoots(): Certificate[] {
    return this.#retiredPaths(retiredNames.stolenRoot).map(({ path }) => readCertificateFile(path));
  }

  /** The last revocation lists of roots that were replaced. */
  lastCrls(): Crl[] {
    return this.#retiredPaths(retiredNames.lastCrl).map(({ path }) => readCrlFile(path));
  }

  #retiredPaths(pattern: RegExp): { path: string; role: string | undefined }[] {
    if (!existsSync(this.#retiredFolder)) return [];
    return readdirSync(this.#retiredFolder)
      .toSorted()
      .flatMap((name) => {
        const found = pattern.exec(name);
        return found ? [{ path: join(this.#retiredFolder, name), role: found[1] }] : [];
      });
  }
}

export function damagedFile(path: string): AppError {
  return new AppError("internal", "key-damaged", "{path} is damaged: restore it from a backup.", {
    params: { path },
  });
}

function readCertificateFile(path: string): Certificate {
  const certificate = firstCertificate(readFileSync(path, "utf8"));
  if (!certificate) throw damagedFile(path);
  return certificate;
}

function readCrlFile(path: string): Crl {
  const [der] = decodePem("X509 CRL", readFileSync(path, "utf8"));
  const crl = der && wellFormed(() => readCrl(der));
  if (!crl) throw damagedFile(path);
  return crl;
}

function firstCertificate(text: string): Certificate | undefined {
  const [der] = decodePem("CERTIFICATE", text);
  return der && wellFormed(() => readCertificate(der));
}

function readPrivateKey(text: string): KeyObject | undefined {
  try {
    return createPrivateKey(text);
  } catch {
    return undefined;
  }
}
