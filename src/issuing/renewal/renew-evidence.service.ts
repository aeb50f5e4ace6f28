import { createHash } from "node:crypto";
import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { statementFile } from "../../evidence/attestation.ts";
import { type ArchiveChain, encodeLists } from "../../evidence/ers/evidence-record.ts";
import { reduceGroups } from "../../evidence/ers/group-tree.ts";
import { groupObjects, groupTokens, type PreservedObject } from "../../evidence/ers/renew.ts";
import { certificateEnd } from "../../evidence/ers/verify-renewals.ts";
import { type HashName, hashLength } from "../../evidence/hash.ts";
import type { IssuingDeps } from "../deps.ts";
import { recordTime } from "../tsa/clock.service.ts";
import { externalTimeStamp, ownTimeStamp } from "../tsa/time-stamping.service.ts";
import type { IssuedTimeStamp } from "../tsa/tsa.ts";
import { readChains } from "./evidence-record.service.ts";
import { type HashEnds, hashEnds, hashUntil } from "./hash-ends.ts";
import {
  countEnding,
  countTooLate,
  countWithoutEnd,
  findNextEnd,
  insertArchiveTimeStamps,
  insertPreserved,
  listArchiveTimeStamps,
  listAttested,
  listBatches,
  listChains,
  listEnding,
  listMembers,
  listTokens,
  listWithoutEnd,
  setRenewBefore,
} from "./renewal.repo.ts";

type RenewalDeps = Pick<IssuingDeps, "db" | "log" | "now" | "files" | "authority" | "externalTsas">;

const day = 24 * 3_600_000;
/** Proofs are renewed this long before a certificate behind them or their hash ends. */
export const renewedAheadMs = 365 * day;
/** A new certificate must last this long, or the renewal would soon be due again. */
const leastLifeMs = 2 * renewedAheadMs;
/** Documents under one token: as many rows as one short transaction writes. */
const batchSize = 1000;
const farAway = new Date(Date.UTC(9998, 0));

/** What a run would do. */
export type RenewalPlan = {
  now: Date;
  /** Documents whose proofs are renewed for the first time. */
  documents: number;
  /** Batches of documents that get a new time-stamp over the last one, or a new chain with another hash. */
  timeStamps: number;
  chains: number;
  hash: HashName;
  /** Whose certificates have ended: nothing can renew these. */
  lateDocuments: number;
  lateBatches: number;
  /** Tokens from earlier versions that have to be read first. */
  unread: number;
  /** When a certificate behind proofs ends next that is not due yet. */
  nextEnd?: Date | undefined;
};

/** What is due, without doing it. */
export async function planRenewals(
  deps: Pick<RenewalDeps, "db" | "now">,
  ends: HashEnds = hashEnds,
): Promise<RenewalPlan> {
  const { db } = deps;
  const now = new Date(deps.now());
  const due = findDue(now, ends);
  const batches = await listDueBatches(deps, now, ends);
  return {
    now,
    documents: await countEnding(db, { now, until: due.documentsUntil }),
    timeStamps: batches.filter(({ what }) => what === "time-stamp").length,
    chains: batches.filter(({ what }) => what === "chain").length,
    hash: due.hash,
    lateDocuments: await countTooLate(db, now),
    lateBatches: batches.filter(({ what }) => what === "late").length,
    unread: await countWithoutEnd(db),
    nextEnd: await findNextEnd(db, due.until),
  };
}

/** What is due at this time. Under a hash that ends, everything is. */
function findDue(now: Date, ends: HashEnds) {
  const until = new Date(now.getTime() + renewedAheadMs);
  const hash = hashUntil(until, ends);
  return { until, hash, documentsUntil: hash === "SHA-256" ? until : farAway };
}

type DueBatch = { batch: string; number: number; hash: HashName; what: "time-stamp" | "chain" | "late" };

async function listDueBatches(
  { db }: Pick<RenewalDeps, "db">,
  now: Date,
  ends: HashEnds,
): Promise<DueBatch[]> {
  const { until, hash: wanted } = findDue(now, ends);
  const due: DueBatch[] = [];
  for (const { batch, number, hash, certificateEnd } of await listBatches(db)) {
    const isOutdated = (ends[hash].end ?? farAway) <= until && hash !== wanted;
    if (!isOutdated && certificateEnd > until) continue;
    if ((await listMembers(db, batch, 1)).length === 0) continue;
    const what = certificateEnd <= now ? "late" : isOutdated ? "chain" : "time-stamp";
    due.push({ batch, number, hash, what });
  }
  return due;
}

/**
 * Renews what is due, in batches under one token each. A batch is stored in one transaction with its token: after a
 * crash before it, nothing has happened. If another server adds the same, the transaction fails.
 */
export async function renewEvidence(
  deps: RenewalDeps,
  signal?: AbortSignal,
  ends: HashEnds = hashEnds,
): Promise<void> {
  await readCertificateEnds(deps, signal);
  const now = new Date(deps.now());
  const { hash, documentsUntil } = findDue(now, ends);
  const batches = await listDueBatches(deps, now, ends);
  const late = batches.filter(({ what }) => what === "late").length;
  if (late > 0) deps.log.error({ batches: late }, "proofs were not renewed in time: see docs/operating.md");
  await renewTimeStamps(
    deps,
    batches.filter(({ what }) => what === "time-stamp"),
  );
  for (const { batch } of batches.filter(({ what }) => what === "chain")) {
    for (let members = await listMembers(deps.db, batch, batchSize); members.length > 0; ) {
      if (signal?.aborted) return;
      await addChains(deps, members, hash);
      members = await listMembers(deps.db, batch, batchSize);
    }
  }
  const ending = { now, until: documentsUntil };
  for (let due = await listEnding(deps.db, ending, batchSize); due.length > 0; ) {
    if (signal?.aborted) return;
    await addChains(deps, due, hash);
    due = await listEnding(deps.db, ending, batchSize);
  }
}

/** Stores when the certificates end behind tokens of earlier versions; an unreadable one counts as ended. */
async function readCertificateEnds({ db }: Pick<RenewalDeps, "db">, signal?: AbortSignal): Promise<void> {
  for (let rows = await listWithoutEnd(db, batchSize); rows.length > 0; ) {
    for (const { token, time, ...key } of rows) {
      if (signal?.aborted) return;
      await setRenewBefore(db, key, certificateEnd(token) ?? time);
    }
    rows = await listWithoutEnd(db, batchSize);
  }
}

/** A new time-stamp for each of these batches, all in one tree for each hash (RFC 4998, 5.2). */
async function renewTimeStamps(deps: RenewalDeps, due: DueBatch[]): Promise<void> {
  for (const hash of new Set(due.map((one) => one.hash))) {
    const batches = due.filter((one) => one.hash === hash);
    const groups = [];
    for (const { batch } of batches) {
      const tokens = (await listArchiveTimeStamps(deps.db, batch)).map(({ token }) => token);
      groups.push(groupTokens(tokens, hash, randomHash(hash)));
    }
    const { root, reduced } = reduceGroups(groups, hash);
    const stamp = await lastingTimeStamp(deps, root, hash);
    const rows = batches.map(({ batch, number }, at) => ({
      ...archiveRow(stamp, hash),
      batch,
      number: number + 1,
      lists: Buffer.from(encodeLists(reduced[at] ?? [])),
    }));
    await transaction(deps, async (deps) => {
      await insertArchiveTimeStamps(deps.db, rows);
      await recordTime(deps, stamp.time);
    });
    deps.log.info({ batches: batches.length, authority: stamp.authority }, "proofs were renewed");
  }
}

/** The first chain of each document's record, or its next one under another hash (RFC 4998, 5.3). */
async function addChains(deps: RenewalDeps, serialNumbers: string[], hash: HashName): Promise<void> {
  const tokens = Map.groupBy(await listTokens(deps.db, serialNumbers), ({ serialNumber }) => serialNumber);
  const members: { serialNumber: string; chains: ArchiveChain[]; group: Uint8Array[] }[] = [];
  for (const attested of await listAttested(deps.db, serialNumbers)) {
    const { serialNumber, attestation } = attested;
    const chains = await readChains(deps, await listChains(deps.db, serialNumber));
    const now = new Date(deps.now());
    const objects: PreservedObject[] = [
      { bytes: statementFile(attestation) },
      ...(tokens.get(serialNumber) ?? [])
        .filter(({ renewBefore }) => chains.length > 0 || (renewBefore !== null && renewBefore > now))
        .map(({ token }) => ({ bytes: token })),
      ...(await digestsOf(deps, attested, hash)),
    ];
    const group = groupObjects(objects, hash, chains);
    members.push({ serialNumber, chains, group: [...group, randomHash(hash)] });
  }
  const { root, reduced } = reduceGroups(
    members.map(({ group }) => group),
    hash,
  );
  const stamp = await lastingTimeStamp(deps, root, hash);
  const batch = crypto.randomUUID();
  const rows = members.map(({ serialNumber, chains }, at) => ({
    serialNumber,
    chain: chains.length,
    batch,
    before: chains.reduce((sum, { timeStamps }) => sum + timeStamps.length, 0),
    lists: Buffer.from(encodeLists(reduced[at] ?? [])),
  }));
  await transaction(deps, async (deps) => {
    await insertArchiveTimeStamps(deps.db, [{ ...archiveRow(stamp, hash), batch, number: 0, lists: null }]);
    await insertPreserved(deps.db, rows);
    await recordTime(deps, stamp.time);
  });
  deps.log.info({ documents: rows.length, authority: stamp.authority }, "proofs were renewed");
}

const archiveRow = ({ token, time, authority, certificateEnd }: IssuedTimeStamp, hash: HashName) => ({
  hash,
  token: Buffer.from(token),
  time,
  authority,
  certificateEnd,
});

const randomHash = (hash: HashName) => crypto.getRandomValues(new Uint8Array(hashLength(hash)));

/**
 * From an external authority, if its certificate lasts long enough, otherwise our own. Throws if ours does not last
 * either, since that renewal would have to be renewed at once.
 */
async function lastingTimeStamp(
  deps: RenewalDeps,
  digest: Uint8Array,
  hash: HashName,
): Promise<IssuedTimeStamp> {
  const least = deps.now() + leastLifeMs;
  const external = await externalTimeStamp(deps, digest, hash);
  if (external && external.certificateEnd.getTime() >= least) return external;
  const own = await ownTimeStamp(deps, digest, hash);
  if (own.certificateEnd.getTime() < least)
    throw new Error(
      "No authority's certificate lasts two years more: see keys rotate root in docs/operating.md.",
    );
  return own;
}

type Attested = Awaited<ReturnType<typeof listAttested>>[number];

/** Of the files, their stored SHA-256. Another hash takes their bytes: of deleted files there is none. */
async function digestsOf(
  deps: Pick<RenewalDeps, "files" | "log">,
  { serialNumber, ...row }: Attested,
  hash: HashName,
): Promise<PreservedObject[]> {
  const files = [
    { sha256: row.original, key: row.originalPath },
    { sha256: row.stamped, key: row.processedPath },
    { sha256: row.certificate, key: row.certificatePath },
  ];
  const found: PreservedObject[] = [];
  for (const { sha256, key } of files) {
    if (sha256 === null) continue;
    if (hash === "SHA-256") found.push({ digests: { [hash]: Buffer.from(sha256, "hex") } });
    else if (key !== null) {
      const digest = await hashStored(deps, key, sha256, hash);
      if (digest) found.push({ digests: { [hash]: digest } });
      else
        deps.log.warn(
          { serialNumber, key },
          "a stored file is damaged or missing, so its hash was not renewed",
        );
    }
  }
  return found;
}

/** Another hash of a stored file; undefined unless it still is the file with this SHA-256 (hex). */
async function hashStored(
  { files }: Pick<RenewalDeps, "files">,
  key: string,
  sha256: string,
  hash: HashName,
): Promise<Uint8Array | undefined> {
  const [known, other] = [createHash("sha256"), createHash(hash.replace("-", "").toLowerCase())];
  try {
    for await (const chunk of files.readPieces(await files.find(key))) {
      known.update(chunk);
      other.update(chunk);
    }
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
  return known.digest("hex") === sha256 ? other.digest() : undefined;
}
