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
import type { IssuingDeps } from "../deps.ts";
import { proveExtension } from "../log/log.service.ts";
import { noteAnswer, noteFailure } from "./anchors.service.ts";
import { exchange, type Failed } from "./exchange.ts";
import type { Witness } from "./witness-settings.ts";
import {
  insertCosignature,
  listCosignatures,
  newestCosignedSize,
  type WitnessedCheckpoint,
} from "./witnesses.repo.ts";
import { maxClockDriftMs } from "./witnesses.ts";

/** Requests a cosignature from every witness that has not cosigned the checkpoint; refusals are logged. */
export async function collectCosignatures(
  deps: Pick<IssuingDeps, "config" | "db" | "log" | "now">,
  row: WitnessedCheckpoint,
  signal: AbortSignal,
): Promise<void> {
  const done = new Set((await listCosignatures(deps.db, row.size)).map(({ witness }) => witness));
  const missing = deps.config.logWitnesses.filter(({ key }) => !done.has(printVerifierKey(key)));
  await Promise.all(missing.map((cosigner) => collectFrom(deps, row, cosigner, signal)));
}

/** A witness that has seen another size than we stored, e.g. because its answer was lost, is asked a second time. */
async function collectFrom(
  deps: Pick<IssuingDeps, "db" | "log" | "now">,
  { size, checkpoint }: WitnessedCheckpoint,
  cosigner: Witness,
  signal: AbortSignal,
): Promise<void> {
  const { db, log, now } = deps;
  const witness = printVerifierKey(cosigner.key);
  const ask = async (oldSize: number) =>
    requestCosignature(
      cosigner,
      { oldSize, hashes: await proveExtension(deps, oldSize, size), checkpoint },
      signal,
    );
  const first = await ask(await newestCosignedSize(db, witness));
  const answer = "newestSize" in first && first.newestSize <= size ? await ask(first.newestSize) : first;
  if (signal.aborted) return;
  const about = { witness: cosigner.key.name };
  const fail = (error: string) => noteFailure(deps, cosigner.url, error);
  if ("newestSize" in answer) {
    await fail("it has seen another history of this log");
    log.error({ ...about, size, ...answer }, "a witness has seen another history of our log");
  } else if ("error" in answer) {
    const isNew = await fail(answer.error);
    if (isNew) log.warn({ ...about, error: answer.error }, "a witness did not return a cosignature");
  } else if (Math.abs(now() - answer.time * 1_000) > maxClockDriftMs) {
    await fail("its clock contradicts this server's");
    log.error({ ...about, time: answer.time }, "the clocks of this server and a witness disagree");
  } else {
    await insertCosignature(db, { size, witness, line: answer.line, time: new Date(answer.time * 1_000) });
    await noteAnswer(deps, cosigner.url);
  }
}

/** `time` is in whole seconds since 1970. */
type Cosigned = { line: string; time: number };
/** The newest size that the witness has cosigned is a different one. */
type SizeConflict = { newestSize: number };

const maxBytes = 16 * 1_024;

/** Requests the cosignature of a witness (c2sp.org/tlog-witness, add-checkpoint) and verifies it. */
async function requestCosignature(
  { key, url }: Witness,
  request: { oldSize: number; hashes: Uint8Array[]; checkpoint: string },
  signal: AbortSignal,
): Promise<Cosigned | SizeConflict | Failed> {
  const init = {
    method: "POST",
    headers: { "Content-Type": "text/plain" },
    body: printAddCheckpoint(request),
  };
  const answered = await exchange(`${url}/add-checkpoint`, init, maxBytes, signal);
  if ("error" in answered) return answered;
  const text = new TextDecoder().decode(answered.bytes);
  if (answered.status === 409) {
    const newestSize = text.endsWith("\n") ? parseSize(text.slice(0, -1)) : undefined;
    return newestSize === undefined ? { error: "an invalid size" } : { newestSize };
  }
  if (answered.status !== 200) return { error: `HTTP status ${answered.status}` };
  return findCosignature(request.checkpoint, text, key) ?? { error: "no valid cosignature of its own" };
}

/** Takes only the witness's own line from the response, in our own formatting. */
function findCosignature(checkpoint: string, lines: string, key: NoteVerifier): Cosigned | undefined {
  const parsed = parseNote(checkpoint + lines);
  const [signature] = parsed ? signaturesBy(parsed, key) : [];
  if (!parsed || !signature) return undefined;
  const time = cosignedAt(printNote({ text: parsed.text, signatures: [signature] }), key);
  return time === undefined ? undefined : { line: printSignature(signature), time };
}
