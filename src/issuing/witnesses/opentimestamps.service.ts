import { bytesToHex } from "@noble/hashes/utils.js";
import {
  computeSubmission,
  isSameAddress,
  nonceSize,
  type Promised,
  promisesIn,
  readNonce,
  withConfirmation,
  withPromise,
} from "../../evidence/opentimestamps/proof.ts";
import { maxAnswerBytes } from "../../evidence/opentimestamps/read.ts";
import type { IssuingDeps } from "../deps.ts";
import { exchange, type Failed } from "./exchange.ts";
import { findWitnessed, listUnconfirmed, saveProof, type WitnessedCheckpoint } from "./witnesses.repo.ts";
import { checkpointDigest } from "./witnesses.ts";

type OpentimestampsDeps = Pick<IssuingDeps, "config" | "db" | "log">;

/** How many proofs to ask about per hour, newest first. */
const maxProofsPerHour = 100;

/** Submits a checkpoint to every calendar that has not yet promised to confirm it; failures are logged. */
export async function anchorCheckpoint(
  { db, config, log }: OpentimestampsDeps,
  { size, checkpoint, proof }: WitnessedCheckpoint,
  signal: AbortSignal,
): Promise<void> {
  const promised = proof ? promisesIn(proof) : [];
  const silent = config.otsCalendars.filter(
    (calendar) => !promised.some((promise) => isSameAddress(promise.calendar, calendar)),
  );
  const nonce = (proof && readNonce(proof)) ?? crypto.getRandomValues(new Uint8Array(nonceSize));
  const blinded = { digest: checkpointDigest(checkpoint), nonce };
  await Promise.all(
    silent.map(async (calendar) => {
      const given = await submitToCalendar(calendar, computeSubmission(blinded), signal);
      if (signal.aborted) return;
      const row = await findWitnessed(db, size);
      const before = row?.proof ?? undefined;
      const grown = "answer" in given ? withPromise(before, blinded, given.answer, calendar) : undefined;
      const error = "error" in given ? given.error : "its answer contains no attestation of its own";
      if (!grown) log.warn({ calendar: getHost(calendar), error }, "a calendar did not accept a checkpoint");
      else await saveProof(db, size, grown, row?.proofState === "confirmed" ? "confirmed" : "pending");
    }),
  );
}

/**
 * Asks the calendars about the proofs that are not confirmed. Only calendars from the settings are asked: a proof must
 * not make the server send requests elsewhere. A calendar that does not answer is asked again in an hour. A proof for
 * which no calendar answers is unverified, not pending.
 */
export async function confirmProofs(deps: OpentimestampsDeps, signal: AbortSignal): Promise<void> {
  const silent = new Set<string>();
  for (const { size, proof } of await listUnconfirmed(deps.db, maxProofsPerHour)) {
    let file: Uint8Array = proof ?? new Uint8Array();
    let state: WitnessedCheckpoint["proofState"] = "unverified";
    for (const promise of promisesIn(file)) {
      const answer = await lookUp(deps, file, promise, silent, signal);
      if (signal.aborted) return;
      if (answer === "pending" && state === "unverified") state = "pending";
      if (typeof answer !== "string") [file, state] = [answer, "confirmed"];
    }
    await saveProof(deps.db, size, file, state);
  }
}

async function lookUp(
  { config, log }: Pick<IssuingDeps, "config" | "log">,
  file: Uint8Array,
  promise: Promised,
  silent: Set<string>,
  signal: AbortSignal,
): Promise<Uint8Array | "pending" | "unknown"> {
  const calendar = config.otsCalendars.find((known) => isSameAddress(known, promise.calendar));
  if (calendar === undefined || silent.has(calendar)) return "unknown";
  const given = await requestCalendar(calendar, promise.commitment, signal);
  if (given === "pending") return given;
  const grown = "answer" in given ? withConfirmation(file, promise, given.answer) : undefined;
  if (grown) return grown;
  const error = "error" in given ? given.error : "its answer leads to no block";
  log.warn({ calendar: getHost(calendar), error }, "a calendar did not report the state of a checkpoint");
  silent.add(calendar);
  return "unknown";
}

const getHost = (url: string) => new URL(url).host;

type Answer = { answer: Uint8Array } | Failed;

const accept = { Accept: "application/vnd.opentimestamps.v1" };

/** Submits 32 bytes to a calendar; returns its promise, not verified yet. */
async function submitToCalendar(
  calendar: string,
  submission: Uint8Array,
  signal: AbortSignal,
): Promise<Answer> {
  const init = { method: "POST", headers: accept, body: Uint8Array.from(submission) };
  const answered = await exchange(`${calendar}/digest`, init, maxAnswerBytes, signal);
  if ("error" in answered) return answered;
  return answered.status === 200 ? { answer: answered.bytes } : { error: `HTTP status ${answered.status}` };
}

/** Asks a calendar about a commitment; returns the path to a block, not verified yet, or `pending`. */
async function requestCalendar(
  calendar: string,
  commitment: Uint8Array,
  signal: AbortSignal,
): Promise<Answer | "pending"> {
  const url = `${calendar}/timestamp/${bytesToHex(commitment)}`;
  const answered = await exchange(url, { headers: accept }, maxAnswerBytes, signal);
  if ("error" in answered) return answered;
  if (answered.status === 200) return { answer: answered.bytes };
  const isUnknown = new TextDecoder().decode(answered.bytes).startsWith("Not found");
  if (answered.status === 404 && !isUnknown) return "pending";
  return { error: isUnknown ? "the calendar does not know it" : `HTTP status ${answered.status}` };
}
