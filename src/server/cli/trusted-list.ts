import { readFileSync } from "node:fs";
import { AppError } from "../../errors.ts";
import {
  type ListSigner,
  printListSigner,
  readListSigners,
} from "../../evidence/trust-lists/list-signers.ts";
import type { TrustedList } from "../../evidence/trust-lists/listed-services.ts";
import { printTrustFile } from "../../evidence/trust-lists/print-trust-file.ts";
import {
  readNamedSigners,
  readTrustedList,
  type TrustedListProblem,
} from "../../evidence/trust-lists/read-trusted-list.ts";
import { trustedListProblems } from "../../evidence/trust-lists/trusted-list-problems.ts";
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

function readList(file: string, signers: ListSigner[]): TrustedList {
  const read = readTrustedList(readLocalFile(file), signers);
  if ("list" in read) return read.list;
  throw unusable(file, read.error);
}

function readSigners(file: string): ListSigner[] {
  const signers = readListSigners(readLocalFile(file));
  if (signers.length > 0) return signers;
  throw new AppError("invalid", "list-signer-unreadable", "{file} has no certificate that can be read.", {
    params: { file },
  });
}

/** Prints the signers of the lists of states that a list of lists names, each tied to its state, as PEM. */
export function printSigners(file: string, signerFile: string): void {
  const read = readNamedSigners(readLocalFile(file), readSigners(signerFile), new Date());
  if ("error" in read) throw unusable(file, read.error);
  const states = new Set(read.signers.map(({ territory }) => territory));
  console.error(`${read.signers.length} certificates of ${states.size} states.`);
  for (const { territory, certificate } of read.signers)
    console.log(printListSigner(certificate.bytes, [territory]).trimEnd());
}

const unusable = (file: string, error: TrustedListProblem) =>
  new AppError("invalid", "trusted-list-unusable", "The trusted list {file} can't be used: {reason}.", {
    params: { file, reason: trustedListProblems[error] },
  });

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
