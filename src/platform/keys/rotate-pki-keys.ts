import { AppError } from "../../errors.ts";
import type { Certificate } from "../../evidence/x509/certificate.ts";
import type { Crl } from "../../evidence/x509/crl.ts";
import { isSignedBy } from "../../evidence/x509/signed.ts";
import {
  type AuthorityIdentity,
  latestEndOf,
  makeRootKey,
  makeServingKey,
  yearsAfter,
} from "./make-pki-key.ts";
import { makeLastCrl, mergeCrl, revokeStolen } from "./pki-crl.ts";
import { PkiFiles } from "./pki-files.ts";
import { finishSet, requireRoot, type ServingRole } from "./pki-keys.ts";

/** Why a key is given up: in good time, or because somebody else may have it. */
export type RotationReason = "replaced" | "stolen";

/**
 * A new key and certificate under the same root. The old certificate goes to keys/retired; its private key is
 * gone. When it was `stolen`, the old certificate is revoked, and with it all that it signed. When it was only
 * `replaced`, it is not put on the list, since many programs take anything on it for bad from the beginning. A
 * server that runs takes the new key at its next start. AppError without the root.
 */
export function rotatePkiKey(
  dataDir: string,
  role: ServingRole,
  identity: AuthorityIdentity,
  now: Date,
  why: RotationReason,
): void {
  const files = new PkiFiles(dataDir);
  const root = requireRoot(files);
  const old = files.read(role)?.parsed;
  if (old) files.retire(role, old);
  // Before the new key: after a crash between the two the old one is revoked and no server starts with it.
  if (old && why === "stolen") revokeStolen(files, root, old.serialNumber, now);
  files.write(role, makeServingKey(role, root, identity, now));
}

/**
 * Revokes a key that was replaced, and with it all that it signed: for one that is found to have been stolen later.
 * AppError unless it is one of ours under the root of today, since only that one's list goes on.
 */
export function revokeRetired(dataDir: string, serialNumber: bigint, now: Date): void {
  const files = new PkiFiles(dataDir);
  const root = requireRoot(files);
  const found = files
    .retired()
    .find(({ role, certificate }) => role !== "root" && certificate.serialNumber === serialNumber);
  if (!found || !isSignedBy(found.certificate, root.parsed.publicKey)) {
    throw new AppError(
      "not_found",
      "replaced-key-unknown",
      "No replaced key of tsa or seal under the root of today has the serial number {serialNumber}: see keys list.",
      { params: { serialNumber: serialNumber.toString(16) } },
    );
  }
  revokeStolen(files, root, serialNumber, now);
}

/**
 * What a restored backup must not bring back: keys of time-stamps and seals that may have been given up since, and
 * a revocation list that has forgotten. Both keys are new; the list that was `published` last, where it is known, stays
 * in force with all that is on it, and a newer one takes its place. Nothing is done where there is no authority yet.
 * AppError, before anything is written, when that list is not of this root, or from after `now`.
 */
export function startOverAsAuthority(
  dataDir: string,
  identity: AuthorityIdentity,
  now: Date,
  published: Crl[],
): boolean {
  const files = new PkiFiles(dataDir);
  const root = files.read("root");
  if (!root) return false;
  files.makeFolders();
  mergeCrl(files, root, published, now);
  for (const role of ["tsa", "seal"] as const) rotatePkiKey(dataDir, role, identity, now, "replaced");
  return true;
}

/**
 * A new root with new keys under it. A root that was `replaced` stays published with its last revocation list, which
 * holds for good, so that everything under it can be checked as before; one that was `stolen` is vouched for no more,
 * and nothing under it. The rename of root.pem decides: after a crash before it all is
 * as it was, after it the next start finishes. A server that runs takes the new root at its next start.
 */
export function rotateRoot(
  dataDir: string,
  identity: AuthorityIdentity,
  now: Date,
  why: RotationReason,
): void {
  const files = new PkiFiles(dataDir);
  const old = requireRoot(files);
  if (why === "replaced") files.retireCrl(old.parsed, makeLastCrl(files, old, now));
  files.retire(why === "replaced" ? "root" : "stolen-root", old.parsed);
  const place = files.earlierRoots().length + 1;
  finishSet(files, files.write("root", makeRootKey(identity, now, place)), identity, now);
}

/**
 * A key signs for five of the ten years of its certificate, so that what it signed last can still be checked for five
 * years by programs that know no time but today's.
 */
const yearsLeftAtLeast = 5;

/**
 * Replaces the keys of time-stamps and seals that have less than five years left, where the root can give at least
 * one year more; gives those that were replaced. AppError without the root.
 */
export function renewDueKeys(dataDir: string, identity: AuthorityIdentity, now: Date): ServingRole[] {
  const files = new PkiFiles(dataDir);
  const root = requireRoot(files).parsed;
  const due = (["tsa", "seal"] as const).filter((role) => {
    const key = files.read(role)?.parsed;
    return key && isDue(key, latestEndOf(role, now, root.notAfter), now);
  });
  for (const role of due) rotatePkiKey(dataDir, role, identity, now, "replaced");
  return due;
}

function isDue({ notAfter }: Certificate, newEnd: Date, now: Date): boolean {
  return notAfter < yearsAfter(now, yearsLeftAtLeast) && newEnd >= yearsAfter(notAfter, 1);
}
