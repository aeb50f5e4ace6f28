import type { Deps } from "../deps.ts";
import { readHead } from "../log/log.service.ts";
import { anchorCheckpoint, confirmProofs } from "./anchoring.service.ts";
import { collectCosignatures } from "./cosigning.service.ts";
import { timeStampCheckpoint } from "./time-stamps.service.ts";
import { findWitnessed, insertWitnessed, listWitnessed, type WitnessedCheckpoint } from "./witnesses.repo.ts";
import { hasWitnesses } from "./witnesses.ts";

/**
 * Shows the newest checkpoint to every configured witness that has not seen it, and asks for news about pending proofs.
 * Never rejects: the failure of one witness is logged and does not affect the others.
 */
export async function witnessLog(deps: Deps, ending: AbortSignal): Promise<void> {
  if (ending.aborted || !hasWitnesses(deps.config)) return;
  const attempt = async (what: string, perform: () => unknown) => {
    try {
      await perform();
    } catch (error) {
      deps.log.error({ what, err: error }, "witnessing the log failed and is tried again in an hour");
    }
  };
  await attempt("confirmations", () => confirmProofs(deps, ending));
  if (ending.aborted) return;
  await attempt("checkpoint", async () => {
    const row = newestToWitness(deps);
    if (!row) return;
    await Promise.all([
      attempt("time-stamps", () => timeStampCheckpoint(deps, row, ending)),
      attempt("calendars", () => anchorCheckpoint(deps, row, ending)),
      attempt("cosignatures", () => collectCosignatures(deps, row, ending)),
    ]);
  });
}

/** The checkpoint of now, if the log has entries that no witness has seen; else the newest one before. */
function newestToWitness(deps: Deps): WitnessedCheckpoint | undefined {
  const { db, now } = deps;
  const [newest] = listWitnessed(db, 1);
  const { size, checkpoint } = readHead(deps);
  if (size <= (newest?.size ?? 0)) return newest;
  insertWitnessed(db, size, checkpoint, new Date(now()));
  return findWitnessed(db, size);
}
