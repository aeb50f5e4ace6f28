import { type ProofState, proofState } from "../../evidence/opentimestamps/state.ts";
import { parseNote } from "../../evidence/tlog/signed-note.ts";
import type { Deps } from "../deps.ts";
import { receiptOf } from "../log/log.service.ts";
import {
  listCosignatures,
  listTokens,
  listWitnessedFrom,
  type WitnessedCheckpoint,
} from "./witnesses.repo.ts";
import { digestOf } from "./witnesses.ts";

/** A receipt of the log with what outside witnesses gave about the checkpoint in it. */
export type WitnessedReceipt = {
  /** .tlog-proof; its checkpoint has the lines of those who cosigned it. */
  receipt: string;
  /** Bare tokens of outside authorities over the checkpoint as the log signed it. */
  tokens: Uint8Array[];
  /** The .ots file about it. */
  proof?: Uint8Array;
  /** The Bitcoin block that the proof leads to, as the calendar said: height, a blank, merkle root and a newline. */
  blocks: string;
};

/** So many checkpoints after an entry are looked at: usually of the first day. */
const maxLookedAt = 24;

/**
 * The receipt of a document's certificate under the checkpoint that is witnessed best among the first that cover its
 * entry; of equals the earliest, since its witnesses saw the entry first. While none is witnessed it is the receipt
 * under the head of now. Throws as `receiptOf` does.
 */
export function witnessedReceiptOf(deps: Pick<Deps, "db">, documentId: string): WitnessedReceipt {
  let chosen: Candidate | undefined;
  const receipt = receiptOf(deps, documentId, (index, origin) => {
    chosen = bestFor(deps, index, origin);
    return chosen && { size: chosen.row.size, checkpoint: chosen.cosigned };
  });
  if (!chosen) return { receipt, tokens: [], blocks: "" };
  const { tokens, row, state } = chosen;
  return {
    ...{ receipt, tokens, blocks: state.state === "confirmed" ? `${state.block} ${state.merkleRoot}\n` : "" },
    ...(row.proof ? { proof: row.proof } : {}),
  };
}

type Candidate = {
  row: WitnessedCheckpoint;
  cosigned: string;
  tokens: Uint8Array[];
  state: ProofState;
  /** How many kinds of witness vouch for it; a promise counts half. */
  worth: number;
};

function bestFor({ db }: Pick<Deps, "db">, index: number, origin: string): Candidate | undefined {
  const [best] = listWitnessedFrom(db, index + 1, maxLookedAt)
    .filter(({ checkpoint }) => parseNote(checkpoint)?.text.startsWith(`${origin}\n`))
    .map((row) => candidate(db, row))
    .toSorted((one, other) => other.worth - one.worth);
  return best && best.worth > 0 ? best : undefined;
}

function candidate(db: Deps["db"], row: WitnessedCheckpoint): Candidate {
  const lines = listCosignatures(db, row.size).map(({ line }) => line);
  const tokens = listTokens(db, row.size).map(({ token }) => token);
  const state = proofState(row.proof ?? undefined, digestOf(row.checkpoint));
  const anchored = { confirmed: 1, pending: 0.5, absent: 0, unverified: 0 }[state.state];
  const worth = Math.min(lines.length, 1) + Math.min(tokens.length, 1) + anchored;
  return { row, cosigned: row.checkpoint + lines.join(""), tokens, state, worth };
}
