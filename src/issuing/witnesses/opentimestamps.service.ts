import { bytesToHex } from "@noble/hashes/utils.js";
import {
  computeSubmission,
  isSameAddress,
  nonceSize,
  type Promised,
  promisesIn,
  readNonce,
  withConfirmation,
  withoutBlocks,
  withPromise,
} from "../../evidence/opentimestamps/proof.ts";
import { maxAnswerBytes } from "../../evidence/opentimestamps/read.ts";
import type { IssuingDeps } from "../deps.ts";
import { noteAnswer, noteFailure } from "./anchors.service.ts";
import { exchange, type Failed } from "./exchange.ts";
import { listUnconfirmed, saveProof, type WitnessedCheckpoint } from "./witnesses.repo.ts";
import { checkpointDigest } from "./witnesses.ts";

type OpentimestampsDeps = Pick<IssuingDeps, "config" | "db" | "log" | "now">;

/** How many proofs to ask about per hour, newest first. */
const maxProofsPerHour = 100;

/** Submits a checkpoint to every calendar that has not yet promised to confirm it; failures are logged. */
export async function anchorCheckpoint(
  deps: OpentimestampsDeps,
  { size, checkpoint, proof, proofState }: WitnessedCheckpoint,
  signal: AbortSignal,
): Promise<void> {
  const { db, config, log } = deps;
  const promised = proof ? promisesIn(proof) : [];
  const silent = config.otsCalendars.filter(
    (calendar) => !promised.some((promise) => isSameAddress(promise.calendar, calendar)),
  );
  const nonce = (proof && readNonce(proof)) ?? crypto.getRandomValues(new Uint8Array(nonceSize));
  const blinded = { digest: checkpointDigest(checkpoint), nonce };
  const submission = computeSubmission(blinded);
  const answers = await Promise.all(
    silent.map(async (calendar) => ({
      calendar,
      given: await submitToCalendar(calendar, submission, signal),
    })),
  );
  if (signal.aborted) return;
  let grown: Uint8Array | undefined;
  for (const { calendar, given } of answers) {
    const before = grown ?? proof ?? undefined;
    const merged = "answer" in given ? withPromise(before, blinded, given.answer, calendar) : undefined;
    if (merged) {
      grown = merged;
      await noteAnswer(deps, calendar);
      continue;
    }
    const error = "error" in given ? given.error : "its answer contains no attestation of its own";
    const isNew = await noteFailure(deps, calendar, error);
    if (isNew) log.warn({ calendar: getHost(calendar), error }, "a calendar did not accept a checkpoint");
  }
  if (grown) await saveProof(db, size, grown, proofState === "confirmed" ? "confirmed" : "pending");
}

/**
 * Asks the calendars about the proofs that no block confirms: one calendar that names a block is not believed, so the
 * others are asked until headers confirm one. Only calendars from the settings are asked: a proof must
 * not make the server send requests elsewhere. A calendar that does not answer is asked again in an hour. A proof for
 * which no calendar answers is unverified, not pending.
 */
export async function confirmProofs(
  deps: Pick<OpentimestampsDeps, "config" | "db" | "log">,
  signal: AbortSignal,
): Promise<void> {
  const silent = new Set<string>();
  const withHeaders = deps.config.bitcoinExplorers.length > 0;
  for (const { size, proof, proofState } of await listUnconfirmed(deps.db, maxProofsPerHour, withHeaders)) {
    const file = proof ?? new Uint8Array();
    const isClaimed = proofState === "confirmed";
    let state: WitnessedCheckpoint["proofState"] = isClaimed ? "confirmed" : "unverified";
    // What calendars said before, if anything, was wrong: their new answers take its place.
    let grown: Uint8Array | undefined;
    const before = isClaimed ? file : withoutBlocks(file);
    for (const promise of promisesIn(file).filter(({ hasBlock }) => !(isClaimed && hasBlock))) {
      const answer = await lookUp(deps, grown ?? before, promise, silent, signal);
      if (signal.aborted) return;
      if (answer === "pending" && state === "unverified") state = "pending";
      if (typeof answer !== "string") [grown, state] = [answer, "confirmed"];
    }
    await saveProof(deps.db, size, grown ?? file, state);
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
export async function submitToCalendar(
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
