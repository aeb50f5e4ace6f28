import { bytesToHex } from "@noble/hashes/utils.js";
import {
  isSameAddress,
  nonceOf,
  nonceSize,
  type Promised,
  promisesIn,
  submissionOf,
  withConfirmation,
  withPromise,
} from "../../evidence/opentimestamps/proof.ts";
import { maxAnswerBytes } from "../../evidence/opentimestamps/read.ts";
import type { Deps } from "../deps.ts";
import { exchange, type Unanswered } from "./exchange.ts";
import { findWitnessed, listUnconfirmed, saveProof, type WitnessedCheckpoint } from "./witnesses.repo.ts";
import { digestOf } from "./witnesses.ts";

/** More are not asked about in one hour; the newest first. */
const maxConcurrency = 100;

/** Gives a checkpoint to every calendar that has not promised to confirm it; who did not is logged. */
export async function anchorCheckpoint(
  { db, config, log }: Deps,
  { size, checkpoint, proof }: WitnessedCheckpoint,
  ending: AbortSignal,
): Promise<void> {
  const promised = proof ? promisesIn(proof) : [];
  const silent = config.otsCalendars.filter(
    (calendar) => !promised.some((promise) => isSameAddress(promise.calendar, calendar)),
  );
  const nonce = (proof && nonceOf(proof)) ?? crypto.getRandomValues(new Uint8Array(nonceSize));
  const blinded = { digest: digestOf(checkpoint), nonce };
  await Promise.all(
    silent.map(async (calendar) => {
      const given = await submitToCalendar(calendar, submissionOf(blinded), ending);
      if (ending.aborted) return;
      const row = findWitnessed(db, size);
      const before = row?.proof ?? undefined;
      const grown = "answer" in given ? withPromise(before, blinded, given.answer, calendar) : undefined;
      const fault = "fault" in given ? given.fault : "its answer holds no promise of its own";
      if (!grown) log.warn({ calendar: hostOf(calendar), fault }, "a calendar took no checkpoint");
      else saveProof(db, size, grown, row?.proofState === "confirmed" ? "confirmed" : "pending");
    }),
  );
}

/**
 * Asks the calendars how the proofs stand that are not confirmed. Only calendars of the settings are asked: a proof
 * must not send us anywhere. One that is silent is left alone until the next hour; a proof of which nobody could
 * say how it stands is unverified, not pending.
 */
export async function confirmProofs(deps: Deps, ending: AbortSignal): Promise<void> {
  const silent = new Set<string>();
  for (const { size, proof } of listUnconfirmed(deps.db, maxConcurrency)) {
    let file: Uint8Array = proof ?? new Uint8Array();
    let state: WitnessedCheckpoint["proofState"] = "unverified";
    for (const promise of promisesIn(file)) {
      const stands = await lookUp(deps, file, promise, silent, ending);
      if (ending.aborted) return;
      if (stands === "pending" && state === "unverified") state = "pending";
      if (typeof stands !== "string") [file, state] = [stands, "confirmed"];
    }
    saveProof(deps.db, size, file, state);
  }
}

async function lookUp(
  { config, log }: Deps,
  file: Uint8Array,
  promise: Promised,
  silent: Set<string>,
  ending: AbortSignal,
): Promise<Uint8Array | "pending" | "unknown"> {
  const calendar = config.otsCalendars.find((known) => isSameAddress(known, promise.calendar));
  if (calendar === undefined || silent.has(calendar)) return "unknown";
  const given = await askCalendar(calendar, promise.commitment, ending);
  if (given === "pending") return given;
  const grown = "answer" in given ? withConfirmation(file, promise, given.answer) : undefined;
  if (grown) return grown;
  const fault = "fault" in given ? given.fault : "its answer leads to no block";
  log.warn({ calendar: hostOf(calendar), fault }, "a calendar did not say how a checkpoint stands");
  silent.add(calendar);
  return "unknown";
}

const hostOf = (url: string) => new URL(url).host;

type Answer = { answer: Uint8Array } | Unanswered;

const accept = { Accept: "application/vnd.opentimestamps.v1" };

/** Gives a calendar 32 bytes to have confirmed; answers with its promise, not yet looked at. */
async function submitToCalendar(
  calendar: string,
  submission: Uint8Array,
  ending: AbortSignal,
): Promise<Answer> {
  const init = { method: "POST", headers: accept, body: Uint8Array.from(submission) };
  const answered = await exchange(`${calendar}/digest`, init, maxAnswerBytes, ending);
  if ("fault" in answered) return answered;
  return answered.status === 200 ? { answer: answered.bytes } : { fault: `HTTP status ${answered.status}` };
}

/** Asks a calendar how a commitment stands: with what leads to a block, or `pending`. */
async function askCalendar(
  calendar: string,
  commitment: Uint8Array,
  ending: AbortSignal,
): Promise<Answer | "pending"> {
  const url = `${calendar}/timestamp/${bytesToHex(commitment)}`;
  const answered = await exchange(url, { headers: accept }, maxAnswerBytes, ending);
  if ("fault" in answered) return answered;
  if (answered.status === 200) return { answer: answered.bytes };
  const isUnknown = new TextDecoder().decode(answered.bytes).startsWith("Not found");
  if (answered.status === 404 && !isUnknown) return "pending";
  return { fault: isUnknown ? "the calendar knows nothing of it" : `HTTP status ${answered.status}` };
}
