import { checkLog } from "../../evidence/tlog/check-log.ts";
import { findCheckpoint } from "../log/log.repo.ts";
import { readOwnLog } from "../log/published-log.service.ts";
import { keptCheckpointPath, readKeptCheckpoint } from "../log/stored-checkpoint.ts";
import type { Check, Scene } from "./check.ts";

/** The public log: recomputed from its entries, and held against what was signed before. */
export const logCheck: Check = {
  what: "the public log",
  advice: "verify-log says more. If nothing else helps, put a backup back.",
  faultsOf: async (scene) => {
    // Read first: the log may go on meanwhile, but never back behind it.
    const kept = readKeptCheckpoint(keptCheckpointPath(scene.config.dataDir));
    if (kept === undefined && findCheckpoint(scene.db) === undefined) return [];
    return faultOf(scene, kept);
  },
};

async function faultOf(scene: Scene, kept: string | undefined): Promise<string[]> {
  try {
    await checkLog(readOwnLog(scene), kept);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
