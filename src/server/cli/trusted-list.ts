import { readFileSync } from "node:fs";
import { AppError } from "../../errors.ts";
import type { TrustedList } from "../../evidence/trust-lists/listed-services.ts";
import { printTrustFile } from "../../evidence/trust-lists/print-trust-file.ts";
import { readTrustedList } from "../../evidence/trust-lists/read-trusted-list.ts";
import { trustedListProblems } from "../../evidence/trust-lists/trusted-list-problems.ts";
import { type Certificate, readCertificate } from "../../evidence/x509/certificate.ts";
import { decodePem } from "../../evidence/x509/pem.ts";
import { wellFormed } from "../../formats/der/malformed.ts";
import { printable } from "./printable.ts";

/** Prints a trust file with these lists, and to standard error what is in each. Throws AppError for an unusable one. */
export function readLists(files: string[], signerFile: string): void {
  const lists = checkLists(files, signerFile);
  for (const list of lists) console.error(printable(describeList(list)));
  console.log(printTrustFile(lists).trimEnd());
}

/** The lists in these files. Throws AppError if one is not signed by one of the signers, or can't be used. */
export function checkLists(files: string[], signerFile: string): TrustedList[] {
  const signers = readSigners(signerFile);
  return files.map((file) => readList(file, signers));
}

function readList(file: string, signers: Certificate[]): TrustedList {
  const read = readTrustedList(readLocalFile(file), signers);
  if ("list" in read) return read.list;
  throw new AppError("invalid", "trusted-list-unusable", "The trusted list {file} can't be used: {reason}.", {
    params: { file, reason: trustedListProblems[read.error] },
  });
}

function readSigners(file: string): Certificate[] {
  const bytes = readLocalFile(file);
  const pem = decodePem("CERTIFICATE", new TextDecoder().decode(bytes));
  const signers = (pem.length > 0 ? pem : [bytes]).flatMap(
    (der) => wellFormed(() => readCertificate(der)) ?? [],
  );
  if (signers.length > 0) return signers;
  throw new AppError("invalid", "list-signer-unreadable", "{file} has no certificate that can be read.", {
    params: { file },
  });
}

function readLocalFile(file: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(file));
  } catch (cause) {
    throw new AppError("invalid", "local-file-unreadable", "{file} cannot be read.", {
      params: { file },
      cause,
    });
  }
}

const day = (time: Date) => time.toISOString().slice(0, 10);

/** For the operator: which list it is, until when it holds, and how much is in it. */
export function describeList({
  territory,
  operator,
  sequence,
  issued,
  nextUpdate,
  services,
}: TrustedList): string {
  const end = nextUpdate ? `in force until ${day(nextUpdate)}` : "the last one of a scheme that was closed";
  const count = `${services.length} ${services.length === 1 ? "service" : "services"} for qualified timestamps`;
  return `${territory}, version ${sequence} of ${day(issued)} by ${operator}, ${end}: ${count}.`;
}
