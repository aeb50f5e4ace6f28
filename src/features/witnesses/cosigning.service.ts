import { parseSize, printAddCheckpoint } from "../../evidence/tlog/add-checkpoint.ts";
import { cosignedAt } from "../../evidence/tlog/cosignature.ts";
import {
  type NoteVerifier,
  parseNote,
  printNote,
  printSignature,
  printVerifierKey,
  signaturesBy,
} from "../../evidence/tlog/signed-note.ts";
import type { Deps } from "../deps.ts";
import { proveExtension } from "../log/log.service.ts";
import { exchange, type Unanswered } from "./exchange.ts";
import type { Witness } from "./listed-settings.ts";
import {
  insertCosignature,
  listCosignatures,
  newestCosignedSize,
  type WitnessedCheckpoint,
} from "./witnesses.repo.ts";
import { maxClockDriftMs } from "./witnesses.ts";

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
  } else if (Math.abs(now() - answer.time * 1_000) > maxClockDriftMs) {
    log.error({ ...about, time: answer.time }, "the clocks of this server and a witness are far apart");
  } else {
    insertCosignature(db, { size, witness, line: answer.line, time: new Date(answer.time * 1_000) });
  }
}

/** `time` is in whole seconds since 1970. */
type Cosigned = { line: string; time: number };
/** The witness has cosigned another size last. */
type Elsewhere = { newestSize: number };

const maxBytes = 16 * 1_024;

/** Asks a witness for its line under a checkpoint (c2sp.org/tlog-witness, add-checkpoint) and checks that it holds. */
async function askForCosignature(
  { key, url }: Witness,
  request: { oldSize: number; hashes: Uint8Array[]; checkpoint: string },
  ending: AbortSignal,
): Promise<Cosigned | Elsewhere | Unanswered> {
  const init = {
    method: "POST",
    headers: { "Content-Type": "text/plain" },
    body: printAddCheckpoint(request),
  };
  const answered = await exchange(`${url}/add-checkpoint`, init, maxBytes, ending);
  if ("fault" in answered) return answered;
  const text = new TextDecoder().decode(answered.bytes);
  if (answered.status === 409) {
    const newestSize = text.endsWith("\n") ? parseSize(text.slice(0, -1)) : undefined;
    return newestSize === undefined ? { fault: "a size that is none" } : { newestSize };
  }
  if (answered.status !== 200) return { fault: `HTTP status ${answered.status}` };
  return cosignatureIn(request.checkpoint, text, key) ?? { fault: "no cosignature of its own that holds" };
}

/** Of what was answered only the witness's own line is taken over, written anew. */
function cosignatureIn(checkpoint: string, lines: string, key: NoteVerifier): Cosigned | undefined {
  const parsed = parseNote(checkpoint + lines);
  const [signature] = parsed ? signaturesBy(parsed, key) : [];
  if (!parsed || !signature) return undefined;
  const time = cosignedAt(printNote({ text: parsed.text, signatures: [signature] }), key);
  return time === undefined ? undefined : { line: printSignature(signature), time };
}
