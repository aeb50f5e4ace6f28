import { AppError } from "../../errors.ts";
import { type Crl, type Revocation, readCrl, revocationReasons } from "../../evidence/x509/crl.ts";
import type { Signer } from "../../evidence/x509/key-pair.ts";
import { makeCrl } from "../../evidence/x509/make-crl.ts";
import { isSignedByNatively } from "../../evidence/x509/signed-natively.ts";
import { damagedFile, type PkiFiles, type PkiKey } from "./pki-files.ts";

const day = 24 * 3_600_000;
/** Programs that keep the published list fetch it again after this time. */
const daysInForce = 30;

/**
 * The root's revocation list, renewed if it is missing or a day old. Revocations stay on it, even after the certificate
 * has expired. Throws AppError if the list is not the root's.
 */
export function currentCrl(files: PkiFiles, root: PkiKey, now: Date): Crl {
  const last = lastCrl(files, root);
  if (last && isCurrent(last, now)) return last;
  return nextCrl(files, root, last, last?.revocations ?? [], now);
}

/**
 * The same list to be stored inside files, in force until the last certificate that it vouches for has ended.
 * Validators of long-term signatures check the last time-stamp of a file as of today (EN 319 102-1, 5.6.3). One that
 * cannot fetch a newer list would otherwise reject every file after thirty days.
 */
export function makeEmbeddedCrl(
  root: Signer,
  { number, thisUpdate, revocations }: Crl,
  end: Date,
): Uint8Array {
  return makeCrl(root, { number, thisUpdate, nextUpdate: end, revocations });
}

/** Whether a list is still current. One that is dated more than a day ahead is from a clock that was wrong. */
export function isCurrent({ thisUpdate }: Crl, now: Date): boolean {
  const age = now.getTime() - thisUpdate.getTime();
  return age < day && age >= -day;
}

/**
 * Puts a certificate whose key was stolen on the list, with the time `since` which the key was in other hands if that
 * was before `now`. If it is on the list already, only an earlier time changes anything: what was distrusted once stays
 * distrusted.
 */
export function revokeStolen(
  files: PkiFiles,
  root: PkiKey,
  serialNumber: bigint,
  now: Date,
  since: Date,
): void {
  const last = lastCrl(files, root);
  const revocations = last?.revocations ?? [];
  const known = revocations.find((one) => one.serialNumber === serialNumber);
  if (known && since >= (known.invalidSince ?? known.at)) return;
  const { at, reason } = known ?? { at: now, reason: revocationReasons.keyCompromise };
  const stolen = { serialNumber, at, reason, ...(since < at && { invalidSince: since }) };
  nextCrl(files, root, last, [...revocations.filter((one) => one !== known), stolen], now);
}

/**
 * A new list with every entry, unchanged, of the lists that were published. Throws AppError if none of them is the
 * root's, or one is dated after `now`.
 */
export function mergeCrl(files: PkiFiles, root: PkiKey, published: Crl[], now: Date): void {
  const own = published.filter((crl) => isSignedByNatively(crl, root.parsed.publicKey));
  if (published.length > 0 && own.length === 0)
    throw new AppError("invalid", "revocation-list-of-other-root", notOfThisRoot);
  const last = lastCrl(files, root);
  const lists = [...own, ...(last ? [last] : [])].toSorted(newestFirst);
  const [newest] = lists;
  if (newest && newest.thisUpdate > now) {
    throw new AppError(
      "invalid",
      "revocation-list-from-future",
      "A revocation list is from {time}, but it is {now} here: set the clock.",
      { params: { time: newest.thisUpdate.toISOString(), now: now.toISOString() } },
    );
  }
  const revoked = new Map(
    lists
      .toReversed()
      .flatMap(({ revocations }) => revocations.map((one) => [one.serialNumber, one] as const)),
  );
  nextCrl(files, root, newest, [...revoked.values()], now);
}

const newestFirst = (one: Crl, other: Crl) => Number(other.number - one.number);

const notOfThisRoot =
  "The revocation list is not signed by this backup's root: it is from another server, or the root was " +
  "replaced since then. If it was replaced, restore without the list, and then run keys rotate root, with --stolen if it was stolen.";

/** Means that no other list will follow (RFC 5280, 4.1.2.5). */
const noNextUpdate = new Date("9999-12-31T23:59:59Z");

/** The final list of a replaced root, DER. */
export function makeLastCrl(files: PkiFiles, root: PkiKey, now: Date): Uint8Array {
  const last = lastCrl(files, root);
  return makeCrl(root, {
    number: numberAfter(last, now),
    thisUpdate: now,
    nextUpdate: noNextUpdate,
    revocations: last?.revocations ?? [],
  });
}

/**
 * The seconds since 1970, or one more than the last number: so a list made after restoring an older backup has a
 * greater number than any list that the backup lacks (RFC 5280, 5.2.3, only requires that numbers grow).
 */
function numberAfter(last: Crl | undefined, now: Date): bigint {
  const [next, seconds] = [(last?.number ?? 0n) + 1n, BigInt(Math.floor(now.getTime() / 1000))];
  return next > seconds ? next : seconds;
}

/** Undefined if there is no list of this root yet; throws AppError for a list that no root of ours has signed. */
function lastCrl(files: PkiFiles, root: PkiKey): Crl | undefined {
  const last = files.readCrl();
  if (!last || isSignedByNatively(last, root.parsed.publicKey)) return last;
  if (!files.earlierRoots().some(({ publicKey }) => isSignedByNatively(last, publicKey))) {
    throw damagedFile(files.crlPath);
  }
  return undefined;
}

function nextCrl(
  files: PkiFiles,
  root: PkiKey,
  last: Crl | undefined,
  revocations: Revocation[],
  now: Date,
): Crl {
  const der = makeCrl(root, {
    number: numberAfter(last, now),
    thisUpdate: now,
    nextUpdate: new Date(now.getTime() + daysInForce * day),
    revocations,
  });
  files.writeCrl(der);
  return readCrl(der);
}
