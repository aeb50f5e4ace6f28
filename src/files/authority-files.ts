import { createPrivateKey, type KeyObject } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../errors.ts";
import { wellFormed } from "../evidence/der/malformed.ts";
import { sameBytes } from "../evidence/hash.ts";
import { type Certificate, readCertificate } from "../evidence/x509/certificate.ts";
import { type Crl, readCrl } from "../evidence/x509/crl.ts";
import { publicKeyInfoOf, type Signer } from "../evidence/x509/key-pair.ts";
import { decodePem, encodePem } from "../evidence/x509/pem.ts";
import { syncFolder, writeWhole } from "./write-whole.ts";

/** `root` vouches for the other two; `tsa` signs time-stamps, `seal` signs PDF files. */
export type AuthorityRole = "root" | "tsa" | "seal";

/** What is on disk for one role. */
export type AuthorityKey = Signer & { parsed: Certificate };

/**
 * The files of the authority under DATA_DIR/keys. root.pem, tsa.pem and seal.pem hold a private key (PKCS#8) and
 * its certificate together, so that one rename replaces both and no crash can part them; root.crl is the
 * revocation list; retired/ holds the certificates alone of keys that sign no more.
 */
export class AuthorityFiles {
  readonly folder: string;
  private readonly retiredFolder: string;

  constructor(dataDir: string) {
    this.folder = join(dataDir, "keys");
    this.retiredFolder = join(this.folder, "retired");
    if (existsSync(this.retiredFolder)) return;
    mkdirSync(this.retiredFolder, { recursive: true, mode: 0o700 });
    syncFolder(dataDir);
    syncFolder(this.folder);
  }

  pathOf(role: AuthorityRole): string {
    return join(this.folder, `${role}.pem`);
  }

  get crlPath(): string {
    return join(this.folder, "root.crl");
  }

  /** Undefined when there is none; AppError when it is damaged. */
  read(role: AuthorityRole): AuthorityKey | undefined {
    const path = this.pathOf(role);
    if (!existsSync(path)) return undefined;
    const text = readFileSync(path, "utf8");
    const privateKey = readPrivateKey(text);
    const parsed = firstCertificate(text);
    const isPair = privateKey && parsed && sameBytes(publicKeyInfoOf(privateKey), parsed.publicKeyInfo);
    if (!isPair) throw damagedFile(path);
    return { privateKey, certificate: parsed.bytes, parsed };
  }

  write(role: AuthorityRole, signer: Signer): AuthorityKey {
    const key = signer.privateKey.export({ format: "pem", type: "pkcs8" });
    writeWhole(this.pathOf(role), `${key}${encodePem("CERTIFICATE", signer.certificate)}`);
    return { ...signer, parsed: readCertificate(signer.certificate) };
  }

  /** Undefined when there is none; AppError when it is damaged. */
  readCrl(): Crl | undefined {
    if (!existsSync(this.crlPath)) return undefined;
    const [der] = decodePem("X509 CRL", readFileSync(this.crlPath, "utf8"));
    const crl = der && wellFormed(() => readCrl(der));
    if (!crl) throw damagedFile(this.crlPath);
    return crl;
  }

  writeCrl(crl: Uint8Array): void {
    writeWhole(this.crlPath, encodePem("X509 CRL", crl));
  }

  /** Keeps a certificate for those who check what it signed; its private key goes when it is replaced. */
  retire(role: AuthorityRole, { serialNumber, bytes }: Certificate): void {
    const path = join(this.retiredFolder, `${role}-${serialNumber.toString(16)}.pem`);
    writeWhole(path, encodePem("CERTIFICATE", bytes));
  }

  retired(): Certificate[] {
    const names = readdirSync(this.retiredFolder).filter((name) => name.endsWith(".pem"));
    return names.map((name) => {
      const path = join(this.retiredFolder, name);
      const certificate = firstCertificate(readFileSync(path, "utf8"));
      if (!certificate) throw damagedFile(path);
      return certificate;
    });
  }
}

export function damagedFile(path: string): AppError {
  return new AppError("internal", `${path} is damaged: restore it from a backup.`);
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
