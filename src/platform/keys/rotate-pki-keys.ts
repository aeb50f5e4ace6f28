import { AppError } from "../../errors.ts";
import type { Certificate } from "../../evidence/x509/certificate.ts";
import type { Crl } from "../../evidence/x509/crl.ts";
import { isSignedBy } from "../../evidence/x509/signed.ts";
import {
  type AuthorityIdentity,
  getLatestEnd,
  makeRootKey,
  makeServingKey,
  yearsAfter,
} from "./make-pki-key.ts";
import { makeLastCrl, mergeCrl, revokeStolen } from "./pki-crl.ts";
import { PkiFiles } from "./pki-files.ts";
import { finishSet, requireRoot, type ServingRole } from "./pki-keys.ts";

/** Why a key is rotated: as planned, or because it may have been stolen. */
export type RotationReason = "replaced" | "stolen";

/**
 * Creates a new key and certificate under the same root. The old certificate goes to keys/retired; its private key is
 * deleted. If the key was `stolen`, the old certificate is revoked: only what is known to be older than `since` still
 * counts. If it was only `replaced`, it is not revoked, since many programs reject all signatures of a revoked
 * certificate. A running server uses the new key after its next start. Throws AppError without the root.
 */
export function rotatePkiKey(
  dataDir: string,
  role: ServingRole,
  identity: AuthorityIdentity,
  now: Date,
  why: RotationReason,
  since: Date = now,
): void {
  const files = new PkiFiles(dataDir);
  const root = requireRoot(files);
  const old = files.read(role)?.parsed;
  if (old) files.retire(role, old);
  // Before the new key: after a crash between the two, the old one is revoked and no server starts with it.
  if (old && why === "stolen") revokeStolen(files, root, old.serialNumber, now, since);
  files.write(role, makeServingKey(role, root, identity, now));
}

/**
 * Revokes a replaced key when a theft is discovered later, or a theft turns out to be earlier than was known: from
 * `since` on, nothing that it signed counts. Returns whose key it was. Throws AppError unless its certificate is ours
 * and under the current root, since only that root still issues lists.
 */
export function revokeRetired(
  dataDir: string,
  serialNumber: bigint,
  now: Date,
  since: Date = now,
): ServingRole {
  const files = new PkiFiles(dataDir);
  const root = requireRoot(files);
  const found = files
    .retired()
    .find(({ role, certificate }) => role !== "root" && certificate.serialNumber === serialNumber);
  if (!found || found.role === "root" || !isSignedBy(found.certificate, root.parsed.publicKey)) {
    throw new AppError(
      "not_found",
      "replaced-key-unknown",
      "No replaced tsa or seal key under the current root has the serial number {serialNumber}: see keys list.",
      { params: { serialNumber: serialNumber.toString(16) } },
    );
  }
  revokeStolen(files, root, serialNumber, now, since);
  return found.role;
}

/**
 * Prevents a restored backup from bringing back keys of time-stamps and seals that may have been rotated since, and an
 * outdated revocation list. Both keys are new; the revocations of the list that was `published` last, if known, are
 * kept, and a newer list replaces it. Does nothing without an authority. Throws AppError, before anything is written,
 * if that list is not of this root, or dated after `now`.
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
 * Creates a new root with new keys under it. A root that was `replaced` stays published with its final revocation list,
 * so that everything under it can still be verified; one that was `stolen` and everything under it is no longer
 * trusted. The rename of root.pem decides: after a crash before it nothing has changed, after it the next start
 * completes the change. A running server uses the new root after its next start.
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
 * A key signs for five of the ten years of its certificate, so that its last signatures can still be verified for five
 * years by programs that only use the current time.
 */
const yearsLeftAtLeast = 5;

/**
 * Replaces the keys of time-stamps and seals that have less than five years left, if the root allows at least one more
 * year; returns the replaced ones. Throws AppError without the root.
 */
export function renewDueKeys(dataDir: string, identity: AuthorityIdentity, now: Date): ServingRole[] {
  const files = new PkiFiles(dataDir);
  const root = requireRoot(files).parsed;
  const due = (["tsa", "seal"] as const).filter((role) => {
    const key = files.read(role)?.parsed;
    return key && isDue(key, getLatestEnd(role, now, root.notAfter), now);
  });
  for (const role of due) rotatePkiKey(dataDir, role, identity, now, "replaced");
  return due;
}

function isDue({ notAfter }: Certificate, newEnd: Date, now: Date): boolean {
  return notAfter < yearsAfter(now, yearsLeftAtLeast) && newEnd >= yearsAfter(notAfter, 1);
}
