import { confirmBlock, periodBlocks } from "../../evidence/bitcoin/header-chain.ts";
import { withOnlyBlock } from "../../evidence/opentimestamps/proof.ts";
import { type ClaimedBlock, claimedBlocks } from "../../evidence/opentimestamps/state.ts";
import type { IssuingDeps } from "../deps.ts";
import { noteAnswer, noteFailure } from "./anchors.service.ts";
import { askForHeaders, blocksPerAnswer, type Explorer, openExplorer } from "./block-explorer.ts";
import type { Failed } from "./exchange.ts";
import { lastNeeded, StoredHeaders } from "./stored-headers.service.ts";
import {
  listConfirmedWithoutHeaders,
  saveBlock,
  saveProof,
  type WitnessedCheckpoint,
} from "./witnesses.repo.ts";

type HeaderDeps = Pick<IssuingDeps, "config" | "db" | "log" | "now" | "bitcoin">;

/** 1,000 headers: those of a week, in which others still confirm what is new. */
const maxRequestsPerHour = 100;
const maxProofsPerHour = 1_000;
/** Blocks come every ten minutes; at this rate, none that can have a checkpoint is taken for too old. */
const minBlockMs = 5 * 60_000;

/** An explorer, which may be asked so often until the next hour, and what came of it. */
type Source = {
  stored: StoredHeaders;
  explorer: Explorer;
  requestsLeft: number;
  isUseful: boolean;
  error?: string;
};

/**
 * What came of a proof with one explorer. `confirmed`: a block confirms it, but the explorer failed to give all of the
 * headers after it. `wrong`: none of its blocks is the right one, if this explorer is right.
 */
type Outcome = "done" | "confirmed" | "failed" | "wrong";

/**
 * Fetches the headers of the Bitcoin blocks that proofs lead to, and of those after them: up to the next checkpoint
 * that we know, or beyond the last one, to the end of the difficulty period. An explorer that has no valid headers, or
 * whose blocks contradict a proof, does not keep the next one of the settings from being asked in the same run. If all
 * of them contradict a proof, the calendars are asked again about it. What is missing is fetched in the next hours;
 * failures are logged.
 */
export async function fetchBlockHeaders(deps: HeaderDeps, signal: AbortSignal): Promise<void> {
  const { config, db, log } = deps;
  if (config.bitcoinExplorers.length === 0) return;
  let open = await listConfirmedWithoutHeaders(db, maxProofsPerHour);
  const wrong = new Set<WitnessedCheckpoint>();
  for (const url of config.bitcoinExplorers) {
    if (open.length === 0) return;
    const outcomes = await completeFrom(deps, url, open, signal);
    if (signal.aborted) return;
    for (const row of open) {
      if (outcomes.get(row) === "wrong") wrong.add(row);
      if (outcomes.get(row) === "confirmed") wrong.delete(row);
    }
    open = open.filter((row) => outcomes.get(row) !== "done");
  }
  for (const row of open.filter((one) => wrong.has(one))) {
    log.warn(
      { size: row.size, blocks: blocksOf(row) },
      "no block that the calendars name has the checkpoint",
    );
    // Whether an explorer or a calendar is wrong: both are asked again.
    await saveProof(db, row.size, row.proof ?? new Uint8Array(), "pending");
  }
}

const blocksOf = ({ proof }: WitnessedCheckpoint) => claimedBlocks(proof ?? new Uint8Array());

/** What one explorer adds to these proofs. It has answered only if headers of its own were stored. */
async function completeFrom(
  deps: HeaderDeps,
  url: string,
  rows: WitnessedCheckpoint[],
  signal: AbortSignal,
): Promise<Map<WitnessedCheckpoint, Outcome>> {
  const { db, log, bitcoin, now } = deps;
  const outcomes = new Map<WitnessedCheckpoint, Outcome>();
  const explorer = await openExplorer(url, signal);
  if (signal.aborted) return outcomes;
  if ("error" in explorer) {
    const isNew = await noteFailure(deps, url, explorer.error);
    if (isNew) log.warn({ explorer: new URL(url).host, ...explorer }, "a block explorer did not answer");
    return outcomes;
  }
  const claims = rows.map((row) => ({ row, blocks: plausibleBlocks(row, explorer.tip, now()) }));
  const first = Math.min(...claims.flatMap(({ blocks }) => blocks.map(({ block }) => block)), explorer.tip);
  const stored = await StoredHeaders.open(db, bitcoin, first);
  const source: Source = { stored, explorer, requestsLeft: maxRequestsPerHour, isUseful: false };
  for (const { row, blocks } of claims) {
    outcomes.set(row, await complete(deps, source, row, blocks));
    if (signal.aborted) return outcomes;
  }
  const { error, isUseful } = source;
  if (error === undefined) {
    if (isUseful) await noteAnswer(deps, url);
    return outcomes;
  }
  const isNew = await noteFailure(deps, url, error);
  if (isNew) log.warn({ explorer: new URL(url).host, error }, "a block explorer has no headers");
  return outcomes;
}

/**
 * The blocks that can have a checkpoint: not before the log had it, by a wide margin, and not after the newest one. Of
 * a proof that a block confirms, only that one.
 */
function plausibleBlocks(row: WitnessedCheckpoint, tip: number, now: number): ClaimedBlock[] {
  const oldest = tip - periodBlocks - (now - row.witnessedAt.getTime()) / minBlockMs;
  return blocksOf(row).filter(({ block }) =>
    row.block === null ? block > oldest && block <= tip : block === row.block,
  );
}

/** Fetches what one proof lacks, and stores which block confirms it. */
async function complete(
  { db, bitcoin, log }: HeaderDeps,
  source: Source,
  row: WitnessedCheckpoint,
  blocks: ClaimedBlock[],
): Promise<Outcome> {
  const { stored } = source;
  const soFar = () => (source.error === undefined ? "done" : "failed");
  for (const claimed of blocks) {
    const { block, merkleRoot } = claimed;
    await fetchMissing(source, block, block);
    const own = stored.header(block);
    if (!own) return soFar();
    if (own.merkleRoot !== merkleRoot) {
      // Another explorer may have another header, unless a pack needs this one.
      await stored.drop(block);
      continue;
    }
    const last = checkpointAfter(bitcoin, block) ?? lastNeeded(block);
    const isWhole = await fetchMissing(source, block, last);
    const isConfirmed =
      row.block === block || confirmBlock(block, merkleRoot, stored.join(block, last), bitcoin) !== undefined;
    if (isConfirmed) {
      const proof = withOnlyBlock(row.proof ?? new Uint8Array(), claimed);
      await saveBlock(db, row.size, { block, hasAllHeaders: isWhole, proof: Buffer.from(proof) });
      stored.confirm(block);
      return source.error === undefined ? "done" : "confirmed";
    }
    if (!isWhole) return soFar();
    log.warn({ block }, "the headers that are stored do not confirm a block; they are fetched again");
    await stored.drop(block);
    return "failed";
  }
  return "wrong";
}

/** The next block that has a checkpoint. */
const checkpointAfter = ({ checkpoints }: HeaderDeps["bitcoin"], block: number): number | undefined =>
  checkpoints.keys().find((height) => height >= block);

/** Fetches and stores the missing headers, without a gap; returns whether all of them are there. */
async function fetchMissing(source: Source, from: number, to: number): Promise<boolean> {
  const { stored, explorer } = source;
  for (let height = from; height <= to; height += 1) {
    if (stored.has(height)) continue;
    if (height > explorer.tip) return false;
    const count = Math.min(stored.countMissing(height, blocksPerAnswer), explorer.tip - height + 1);
    const answer = await ask(source, height, height + count - 1);
    if (!answer) return false;
    const added =
      "error" in answer
        ? answer
        : await stored.add(height, answer.headers, (first, last) => askForAll(source, first, last));
    if (added === "added") source.isUseful = true;
    else if (added === "again") height = from - 1;
    else {
      source.error = added.error;
      return false;
    }
  }
  return true;
}

type Answer = { headers: Uint8Array } | Failed;

const spent: Failed = { error: "it was asked as often as once an hour allows" };

/** Undefined if this explorer has failed, or may not be asked again before the next hour. */
async function ask(source: Source, from: number, to: number): Promise<Answer | undefined> {
  if (source.requestsLeft === 0 || source.error !== undefined || source.explorer.signal.aborted)
    return undefined;
  source.requestsLeft -= 1;
  return askForHeaders(source.explorer, from, to);
}

/** Any number of headers. */
async function askForAll(source: Source, from: number, to: number): Promise<Answer> {
  const parts: Uint8Array[] = [];
  for (let height = from; height <= to; height += blocksPerAnswer) {
    const answer = (await ask(source, height, Math.min(height + blocksPerAnswer - 1, to))) ?? spent;
    if ("error" in answer) return answer;
    parts.push(answer.headers);
  }
  return { headers: Buffer.concat(parts) };
}
