import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { copyRows, describeRows, hasRows, removeRows } from "../../../db/move-rows.ts";
import { AppError } from "../../errors.ts";
import { storeNewestCheckpoint } from "../../issuing/log/stored-checkpoint.service.ts";
import { requireStopped } from "../../platform/cluster/require-stopped.ts";
import { openFileStore, prepareFileStore } from "../../platform/files/open-file-store.ts";
import { printFilesUrl, type S3Settings } from "../../platform/files/s3-settings.ts";
import { copyMarkerName, keysFolder } from "../../platform/keys/key-names.ts";
import { withSharedKeys } from "../../platform/keys/shared-keys.ts";
import { printPlace } from "../config.ts";
import type { Deps } from "../deps.ts";
import { requireBucketOf } from "../documents/own-bucket.service.ts";
import type { Check, DataFolder } from "../integrity/check.ts";
import { openDataFolderOn } from "../integrity/data-folder.ts";
import { findIssues, integrityChecks } from "../integrity/integrity-checks.ts";
import { copyFiles } from "./copy-files.ts";
import { type Place, readMark, writeMark } from "./place.ts";

export type MoveOrder = {
  from: Place;
  /**
   * With PostgreSQL, the data folder is a new one for the keys and temporary files of the move; later, every server has
   * its own.
   */
  to: Place;
  say: (line: string) => void;
} & Pick<Deps, "now" | "log">;

/**
 * Copies rows, keys and files, compares both places, and then hands over: after that, no server starts on the source.
 * Until then, the target is marked as unfinished, and no server starts on it. So at most one place signs at any moment.
 * An interrupted move can be run again; it starts over, but does not copy the same files twice. Throws AppError with a
 * message for the operator.
 */
export async function moveData(order: MoveOrder): Promise<void> {
  const { from, to, say } = order;
  for (const { db, config } of [from, to]) await requireStopped(db, printPlace(config));
  await requireSource(order);
  say(`Checking ${printPlace(from.config)}`);
  await requireSound(from, order, printPlace(from.config));
  await beginTarget(order);
  await copyRows(from.db, to.db, say);
  await copyKeys(order);
  const files = await copyAllFiles(order);
  say(files);
  await storeNewestCheckpoint({ ...order, ...to });
  say(`Checking ${printPlace(to.config)}`);
  await requireSound(to, order, printPlace(to.config));
  await handOver(order);
}

/** If the source was already moved to this target, the earlier move was interrupted in its last step. */
async function requireSource({ from, to }: MoveOrder): Promise<void> {
  const mark = await readMark(from);
  const isLastStep = mark?.other === printPlace(to.config) && (await readMark(to))?.state === "unfinished";
  if (mark === undefined || isLastStep) return;
  const params = { place: printPlace(from.config), other: mark.other };
  throw mark.state === "moved"
    ? new AppError("conflict", "moved-already", "Everything in {place} has already been moved to {other}.", {
        params,
      })
    : new AppError(
        "conflict",
        "move-from-unfinished",
        "{place} is not complete: a move from {other} into it was interrupted. Please finish that move first.",
        { params },
      );
}

/** Marks the target as unfinished, and empties it after an interrupted move. Throws if it has other content. */
async function beginTarget({ from, to }: MoveOrder): Promise<void> {
  const mark = await readMark(to);
  const isOurs = mark?.state === "unfinished" && mark.other === printPlace(from.config);
  if (!isOurs && (mark?.state === "unfinished" || (await hasRows(to.db)))) {
    throw new AppError(
      "conflict",
      "move-target-not-empty",
      "{place} is not empty. Nothing was changed. Please name an empty database or folder.",
      { params: { place: printPlace(to.config) } },
    );
  }
  await requireBucketOf(from, { config: to.config, files: await openFileStore(to.config) });
  await writeMark(to, { state: "unfinished", other: printPlace(from.config) });
  await removeRows(to.db);
  rmSync(keysFolder(to.config.dataDir), { recursive: true, force: true });
}

/** The keys become files of the target's folder, and with PostgreSQL are sealed in it as well. */
async function copyKeys({ from, to, now, log }: MoveOrder): Promise<void> {
  const alone = { now, log, node: { id: crypto.randomUUID(), isAlone: true } };
  const { dataDir } = to.config;
  const withKeys = ({ db, config }: Place) =>
    withSharedKeys({ ...alone, db, config: { dataDir, keysSecret: config.keysSecret } }, () => {});
  if (from.config.keysSecret === undefined) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    cpSync(keysFolder(from.config.dataDir), keysFolder(dataDir), {
      recursive: true,
      preserveTimestamps: true,
    });
  } else {
    await withKeys(from);
  }
  rmSync(join(keysFolder(dataDir), copyMarkerName), { force: true });
  await withKeys(to);
}

async function copyAllFiles({ from, to }: MoveOrder): Promise<string> {
  const target = await prepareFileStore(to.config);
  if (isSameBucket(from.config.s3, to.config.s3)) return "The documents stay in their bucket.";
  const { files, bytes } = await copyFiles(from.db, await openFileStore(from.config), target);
  return `documents: ${files} files, ${(bytes / 1e6).toFixed(1)} MB`;
}

function isSameBucket(one: S3Settings | undefined, other: S3Settings | undefined): boolean {
  const [place, otherPlace] = [one, other].map((s3) => s3 && `${s3.endpoint} ${printFilesUrl(s3)}`);
  return place !== undefined && place === otherPlace;
}

/** Everything that `doctor` checks: every file and its hash, the rows, the log's tree and its signatures. */
async function requireSound({ db, config }: Place, { now }: MoveOrder, place: string): Promise<void> {
  const dataFolder = await openDataFolderOn(db, config, now);
  const issues: string[] = [];
  for (const check of integrityChecks) issues.push(...(await listIssues(check, dataFolder)));
  if (issues.length === 0) return;
  throw new AppError(
    "internal",
    "move-of-damaged-data",
    "{place} is damaged, so nothing was moved:\n  {issues}",
    { params: { place, issues: issues.join("\n  ") } },
  );
}

async function listIssues(check: Check, dataFolder: DataFolder): Promise<string[]> {
  if (check.isNote) return [];
  return (await findIssues(check, dataFolder)).map((issue) => `${check.what}: ${issue}`);
}

/**
 * After the first mark, no server starts on the source. If anything was written there during the move, the mark is
 * removed.
 */
async function handOver({ from, to }: MoveOrder): Promise<void> {
  await writeMark(from, { state: "moved", other: printPlace(to.config) });
  try {
    await requireStopped(from.db, printPlace(from.config));
    const [there, here] = [await describeRows(from.db), await describeRows(to.db)];
    const other = there.find(({ sha256 }, at) => sha256 !== here[at]?.sha256);
    if (other) {
      throw new AppError(
        "conflict",
        "moved-rows-differ",
        "{table} differs between {from} and {to}: it was changed during the move. Nothing was moved. Please stop everything that uses it, then run the move again.",
        { params: { table: other.table, from: printPlace(from.config), to: printPlace(to.config) } },
      );
    }
  } catch (error) {
    await writeMark(from, undefined);
    throw error;
  }
  await writeMark(to, undefined);
}
