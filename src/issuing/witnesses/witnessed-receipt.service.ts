import { makeCoseReceipt } from "../../evidence/cose/receipt.ts";
import { type ProofState, proofState } from "../../evidence/opentimestamps/state.ts";
import { parseNote } from "../../evidence/tlog/signed-note.ts";
import type { IssuingDeps } from "../deps.ts";
import { getReceipt, type LogEntry, proveEntry } from "../log/log.service.ts";
import {
  listCosignatures,
  listTokens,
  listWitnessedFrom,
  type WitnessedCheckpoint,
} from "./witnesses.repo.ts";
import { checkpointDigest, headersPath } from "./witnesses.ts";

/** A receipt with what external witnesses say about its checkpoint. */
export type WitnessedReceipt = {
  /** A .tlog-proof whose checkpoint includes its cosignatures. */
  receipt: string;
  /** Bare tokens of external authorities over the checkpoint as the log signed it. */
  tokens: Uint8Array[];
  /** How many witnesses cosigned it. */
  cosignatures: number;
  /** The .ots file about it. */
  proof?: Uint8Array;
  /** The Bitcoin block the proof leads to, as the calendar says: height, space, Merkle root, newline. */
  blocks: string;
  /** The block that its header and those after it confirm (see `readBlockHeaders`), and the path of these headers. */
  confirmed?: { block: number; path: string };
};

/** How many checkpoints after an entry are considered: one per hour for a day. */
const maxCandidates = 24;

/**
 * The receipt of a document's certificate under the best-witnessed of the first checkpoints that cover its entry; among
 * equals the earliest, because its witnesses saw the entry first. While no checkpoint is witnessed, the receipt is
 * under the current one. Throws as `getReceipt` does.
 */
export async function getWitnessedReceipt(
  deps: Pick<IssuingDeps, "db">,
  documentId: string,
): Promise<WitnessedReceipt> {
  return withWitnesses(deps, (choose) => getReceipt(deps, documentId, choose));
}

/** The same for any statement in the log. */
export async function proveWitnessedEntry(
  deps: Pick<IssuingDeps, "db">,
  entry: LogEntry,
): Promise<WitnessedReceipt> {
  return withWitnesses(deps, (choose) => proveEntry(deps, entry, choose));
}

type ChooseHead = NonNullable<Parameters<typeof getReceipt>[2]>;

async function withWitnesses(
  deps: Pick<IssuingDeps, "db">,
  prove: (choose: ChooseHead) => Promise<string>,
): Promise<WitnessedReceipt> {
  let chosen: Candidate | undefined;
  const receipt = await prove(async (index, origin) => {
    chosen = await findBest(deps, index, origin);
    return chosen && { checkpoint: chosen.cosigned };
  });
  if (!chosen) return { receipt, tokens: [], cosignatures: 0, blocks: "" };
  const { tokens, cosignatures, row, state } = chosen;
  return {
    receipt,
    tokens,
    cosignatures,
    blocks: state.state === "confirmed" ? `${state.block} ${state.merkleRoot}\n` : "",
    ...(row.proof ? { proof: row.proof } : {}),
    ...(row.block === null ? {} : { confirmed: { block: row.block, path: headersPath(row.size) } }),
  };
}

/** The same receipt in COSE (RFC 9942); undefined if it cannot be written so. Throws as `getReceipt` does. */
export async function getCoseReceipt(
  deps: Pick<IssuingDeps, "db" | "logKey">,
  documentId: string,
): Promise<Uint8Array | undefined> {
  return makeCoseReceipt((await getWitnessedReceipt(deps, documentId)).receipt, deps.logKey);
}

type Candidate = {
  row: WitnessedCheckpoint;
  cosigned: string;
  tokens: Uint8Array[];
  cosignatures: number;
  state: ProofState;
  /** How many kinds of witnesses there are; a pending proof counts half, one without headers a little more. */
  score: number;
};

async function findBest(
  { db }: Pick<IssuingDeps, "db">,
  index: number,
  origin: string,
): Promise<Candidate | undefined> {
  const [best] = (
    await Promise.all(
      (
        await listWitnessedFrom(db, index + 1, maxCandidates)
      )
        .filter(({ checkpoint }) => parseNote(checkpoint)?.text.startsWith(`${origin}\n`))
        .map((row) => rateCandidate(db, row)),
    )
  ).toSorted((one, other) => other.score - one.score);
  return best && best.score > 0 ? best : undefined;
}

async function rateCandidate(db: IssuingDeps["db"], row: WitnessedCheckpoint): Promise<Candidate> {
  const lines = (await listCosignatures(db, row.size)).map(({ line }) => line);
  const tokens = (await listTokens(db, row.size)).map(({ token }) => token);
  const state = proofState(row.proof ?? undefined, checkpointDigest(row.checkpoint));
  const named = { confirmed: 0.75, pending: 0.5, absent: 0, unverified: 0 }[state.state];
  const anchored = row.block === null ? named : 1;
  const score = Math.min(lines.length, 1) + Math.min(tokens.length, 1) + anchored;
  return {
    row,
    cosigned: row.checkpoint + lines.join(""),
    tokens,
    cosignatures: lines.length,
    state,
    score,
  };
}
