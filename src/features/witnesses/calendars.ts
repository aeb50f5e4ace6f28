import { bytesToHex } from "@noble/hashes/utils.js";
import { mostAnswerBytes } from "../../evidence/opentimestamps/read.ts";
import { exchange, type Unanswered } from "./exchange.ts";

type Answer = { answer: Uint8Array } | Unanswered;

const accept = { Accept: "application/vnd.opentimestamps.v1" };

/** Gives a calendar 32 bytes to have confirmed; answers with its promise, not yet looked at. */
export async function submitToCalendar(
  calendar: string,
  submission: Uint8Array,
  ending: AbortSignal,
): Promise<Answer> {
  const init = { method: "POST", headers: accept, body: Uint8Array.from(submission) };
  const answered = await exchange(`${calendar}/digest`, init, mostAnswerBytes, ending);
  if ("fault" in answered) return answered;
  return answered.status === 200 ? { answer: answered.bytes } : { fault: `HTTP status ${answered.status}` };
}

/** Asks a calendar how a commitment stands: with what leads to a block, or `pending`. */
export async function askCalendar(
  calendar: string,
  commitment: Uint8Array,
  ending: AbortSignal,
): Promise<Answer | "pending"> {
  const url = `${calendar}/timestamp/${bytesToHex(commitment)}`;
  const answered = await exchange(url, { headers: accept }, mostAnswerBytes, ending);
  if ("fault" in answered) return answered;
  if (answered.status === 200) return { answer: answered.bytes };
  const isUnknown = new TextDecoder().decode(answered.bytes).startsWith("Not found");
  if (answered.status === 404 && !isUnknown) return "pending";
  return { fault: isUnknown ? "the calendar knows nothing of it" : `HTTP status ${answered.status}` };
}
