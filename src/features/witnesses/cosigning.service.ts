import { printVerifierKey } from "../../evidence/tlog/signed-note.ts";
import type { Deps } from "../deps.ts";
import { proveExtension } from "../log/log.service.ts";
import { askForCosignature } from "./cosigners.ts";
import type { Witness } from "./listed-settings.ts";
import {
  insertCosignature,
  listCosignatures,
  newestCosignedSize,
  type WitnessedCheckpoint,
} from "./witnesses.repo.ts";
import { mostClockDriftMs } from "./witnesses.ts";

/** Has a checkpoint cosigned by every witness that has not done so; who refuses is logged. */
export async function collectCosignatures(
  deps: Deps,
  row: WitnessedCheckpoint,
  ending: AbortSignal,
): Promise<void> {
  const done = new Set(listCosignatures(deps.db, row.size).map(({ witness }) => witness));
  const missing = deps.config.logWitnesses.filter(({ key }) => !done.has(printVerifierKey(key)));
  await Promise.all(missing.map((cosigner) => collectFrom(deps, row, cosigner, ending)));
}

/** A witness that has last seen another size than we remember, e.g. because its answer was lost, is asked once more. */
async function collectFrom(
  deps: Deps,
  { size, checkpoint }: WitnessedCheckpoint,
  cosigner: Witness,
  ending: AbortSignal,
): Promise<void> {
  const { db, log, now } = deps;
  const witness = printVerifierKey(cosigner.key);
  const ask = (oldSize: number) =>
    askForCosignature(cosigner, { oldSize, hashes: proveExtension(deps, oldSize, size), checkpoint }, ending);
  const first = await ask(newestCosignedSize(db, witness));
  const answer = "newestSize" in first && first.newestSize <= size ? await ask(first.newestSize) : first;
  if (ending.aborted) return;
  const about = { witness: cosigner.key.name };
  if ("newestSize" in answer) {
    log.error({ ...about, size, ...answer }, "a witness has seen another history of our log");
  } else if ("fault" in answer) {
    log.warn({ ...about, fault: answer.fault }, "a witness gave no cosignature");
  } else if (Math.abs(now() - answer.time * 1_000) > mostClockDriftMs) {
    log.error({ ...about, time: answer.time }, "the clocks of this server and a witness are far apart");
  } else {
    insertCosignature(db, { size, witness, line: answer.line, time: new Date(answer.time * 1_000) });
  }
}
