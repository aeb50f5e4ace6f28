import { headerBytes, readBlockHeader } from "../../evidence/bitcoin/block-header.ts";
import { confirmBlock, periodBlocks, readHeaderChain } from "../../evidence/bitcoin/header-chain.ts";
import { claimedBlocks } from "../../evidence/opentimestamps/state.ts";
import type { IssuingDeps } from "../deps.ts";
import { noteAnswer, noteFailure } from "./anchors.service.ts";
import { askForHeaders, blocksPerAnswer, type Explorer, openExplorer } from "./block-explorer.ts";
import {
  deleteHeaders,
  insertHeaders,
  listConfirmedWithoutHeaders,
  listHeaders,
  saveHeaderState,
  saveProof,
  type WitnessedCheckpoint,
} from "./witnesses.repo.ts";

type HeaderDeps = Pick<IssuingDeps, "config" | "db" | "log" | "now" | "bitcoin">;

/** 1,000 headers: those of a week, in which others still confirm what is new. */
const maxRequestsPerHour = 100;
const maxProofsPerHour = 1_000;
/** How many blocks after an anchored one are stored, at least: a day of work is expensive to forge. */
const blocksOfDay = 144;
/** How many stored headers are dropped when the next one does not follow them: blocks that lost against others. */
const orphanBlocks = 12;

/** The headers that are stored, by height, and an explorer, which may be asked so often until the next hour. */
type Source = { stored: Map<number, Buffer>; explorer: Explorer; requestsLeft: number };

/**
 * Fetches the headers of the Bitcoin blocks that proofs lead to, and of those after them, from the first explorer of
 * the settings that answers: up to the next checkpoint that we know, or beyond the last one, to the end of the
 * difficulty period. Headers are stored only if each has a proof of work and follows the one before. Calendars are
 * asked again about a proof whose blocks have other Merkle roots. What is missing is fetched in the next hours;
 * failures are logged.
 */
export async function fetchBlockHeaders(deps: HeaderDeps, signal: AbortSignal): Promise<void> {
  const { config, db } = deps;
  if (config.bitcoinExplorers.length === 0) return;
  const rows = await listConfirmedWithoutHeaders(db, maxProofsPerHour);
  const explorer = rows.length === 0 ? undefined : await findExplorer(deps, signal);
  if (!explorer) return;
  const first = Math.min(...rows.flatMap((row) => blocksOf(row).map(({ block }) => block)));
  const stored = new Map((await listHeaders(db, first, explorer.tip)).map((row) => [row.height, row.header]));
  const source = { stored, explorer, requestsLeft: maxRequestsPerHour };
  for (const row of rows) {
    if (signal.aborted) return;
    await completeHeaders(deps, source, row);
  }
}

/** The stored headers of this block and of those after it that may be needed to confirm it. */
export async function readBlockHeaders({ db }: Pick<IssuingDeps, "db">, block: number): Promise<Uint8Array> {
  const last = lastNeeded(block);
  const stored = new Map((await listHeaders(db, block, last)).map((row) => [row.height, row.header]));
  return joinHeaders(stored, block, last);
}

const blocksOf = ({ proof }: WitnessedCheckpoint) => claimedBlocks(proof ?? new Uint8Array());

async function findExplorer(deps: HeaderDeps, signal: AbortSignal): Promise<Explorer | undefined> {
  const { config, log } = deps;
  for (const url of config.bitcoinExplorers) {
    const opened = await openExplorer(url, signal);
    if (signal.aborted) return undefined;
    if ("tip" in opened) {
      await noteAnswer(deps, url);
      return opened;
    }
    const isNew = await noteFailure(deps, url, opened.error);
    if (isNew) log.warn({ explorer: new URL(url).host, ...opened }, "a block explorer did not answer");
  }
  return undefined;
}

/** Fetches what one proof lacks, and stores which block confirms it. */
async function completeHeaders(deps: HeaderDeps, source: Source, row: WitnessedCheckpoint): Promise<void> {
  const { db, log, bitcoin } = deps;
  const { stored, explorer } = source;
  for (const { block, merkleRoot } of blocksOf(row)) {
    if (block > explorer.tip) continue;
    await fetchMissing(deps, source, block, block);
    const own = stored.get(block);
    if (!own) return;
    if (readBlockHeader(own).merkleRoot !== merkleRoot) continue;
    const last = checkpointAfter(bitcoin, block) ?? lastNeeded(block);
    const isWhole = await fetchMissing(deps, source, block, last);
    const headers = joinHeaders(stored, block, last);
    const isConfirmed =
      row.block === block || confirmBlock(block, merkleRoot, headers, bitcoin) !== undefined;
    await saveHeaderState(db, row.size, isConfirmed ? block : null, isConfirmed && isWhole);
    if (isConfirmed || (!isWhole && readHeaderChain(block, headers, bitcoin.easiestTarget))) return;
    log.warn({ block }, "the headers that are stored do not confirm a block; they are fetched again");
    return drop(deps, source, block, last);
  }
  log.warn({ size: row.size, blocks: blocksOf(row) }, "no block that the calendars name has the checkpoint");
  // Whether an explorer or a calendar is wrong: both are asked again.
  for (const { block } of blocksOf(row)) await drop(deps, source, block, block);
  await saveProof(db, row.size, row.proof ?? new Uint8Array(), "pending");
}

/** The next block that has a checkpoint. */
const checkpointAfter = ({ checkpoints }: HeaderDeps["bitcoin"], block: number): number | undefined =>
  checkpoints.keys().find((height) => height >= block);

/** The end of a difficulty period, where the next release will have a checkpoint: at least a day of blocks later. */
const lastNeeded = (block: number) => Math.ceil((block + blocksOfDay + 1) / periodBlocks) * periodBlocks - 1;

/** The headers from one block to another, up to the first that is missing. */
function joinHeaders(stored: Source["stored"], from: number, to: number): Uint8Array {
  const headers: Buffer[] = [];
  for (let height = from; height <= to; height++) {
    const header = stored.get(height);
    if (!header) break;
    headers.push(header);
  }
  return Buffer.concat(headers);
}

async function drop({ db }: HeaderDeps, { stored }: Source, from: number, to: number): Promise<void> {
  for (let height = from; height <= to; height++) stored.delete(height);
  await deleteHeaders(db, from, to);
}

/** Fetches and stores the missing headers, without a gap; returns whether all of them are there. */
async function fetchMissing(deps: HeaderDeps, source: Source, from: number, to: number): Promise<boolean> {
  const { db, log, bitcoin } = deps;
  const { stored, explorer } = source;
  for (let height = from; height <= to; height++) {
    if (stored.has(height)) continue;
    if (height > explorer.tip || source.requestsLeft === 0 || explorer.signal.aborted) return false;
    source.requestsLeft -= 1;
    const last = Math.min(height + blocksPerAnswer - 1, explorer.tip);
    const answer = await askForHeaders(explorer, height, last);
    const chain = "headers" in answer && readHeaderChain(height, answer.headers, bitcoin.easiestTarget);
    if (!("headers" in answer) || !chain) {
      const error = "error" in answer ? answer.error : "its headers have no proof of work";
      log.warn({ explorer: new URL(explorer.url).host, error }, "a block explorer has no headers");
      source.requestsLeft = 0;
      return false;
    }
    const before = stored.get(height - 1);
    if (before && chain[0]?.previous !== readBlockHeader(before).hash) {
      log.warn({ block: height }, "a block does not follow the stored ones; they are fetched again");
      await drop(deps, source, height - orphanBlocks, height - 1);
      return false;
    }
    const added = chain.map((_, at) => ({
      height: height + at,
      header: Buffer.from(answer.headers.slice(at * headerBytes, (at + 1) * headerBytes)),
    }));
    await insertHeaders(db, added);
    for (const one of added) stored.set(one.height, one.header);
  }
  return true;
}
