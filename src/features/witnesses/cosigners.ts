import { parseSize, printAddCheckpoint } from "../../evidence/tlog/add-checkpoint.ts";
import { cosignedAt } from "../../evidence/tlog/cosignature.ts";
import {
  type NoteVerifier,
  parseNote,
  printNote,
  printSignature,
  signaturesBy,
} from "../../evidence/tlog/signed-note.ts";
import { exchange, type Unanswered } from "./exchange.ts";
import type { Witness } from "./listed-settings.ts";

/** `time` is in whole seconds since 1970. */
export type Cosigned = { line: string; time: number };
/** The witness has cosigned another size last. */
type Elsewhere = { newestSize: number };

const mostBytes = 16 * 1_024;

/** Asks a witness for its line under a checkpoint (c2sp.org/tlog-witness, add-checkpoint) and checks that it holds. */
export async function askForCosignature(
  { key, url }: Witness,
  request: { oldSize: number; hashes: Uint8Array[]; checkpoint: string },
  ending: AbortSignal,
): Promise<Cosigned | Elsewhere | Unanswered> {
  const init = {
    method: "POST",
    headers: { "Content-Type": "text/plain" },
    body: printAddCheckpoint(request),
  };
  const answered = await exchange(`${url}/add-checkpoint`, init, mostBytes, ending);
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
