import { sameBytes } from "../hash.ts";
import { cosignedAt } from "../tlog/cosignature.ts";
import {
  computeKeyId,
  type NoteSignature,
  type NoteVerifier,
  parseNote,
  printVerifierKey,
  signaturesBy,
} from "../tlog/signed-note.ts";
import { labels, sentences } from "./sentences.ts";
import type { Trust } from "./trust.ts";
import { vouchedBy } from "./vouched-by.ts";
import type { Witness } from "./witness.ts";

const say = sentences.witness.cosignature;
const kind = "cosignature";

/**
 * The cosigners of a checkpoint of the log: each witness that the service names, whether it cosigned or not, public
 * ones that did, and each line with an unknown key. Such a line may say anything and is never confirmed.
 */
export function cosignerWitnesses(checkpoint: string, log: NoteVerifier, trust: Trust): Witness[] {
  const signatures = parseNote(checkpoint)?.signatures ?? [];
  const hasSigned = (key: NoteVerifier) => signatures.some((line) => isBy(line, key));
  const isNamed = (key: NoteVerifier) =>
    trust.witnesses.some((one) => printVerifierKey(one) === printVerifierKey(key));
  const known = [
    ...trust.witnesses,
    ...trust.publicWitnesses.filter((key) => hasSigned(key) && !isNamed(key)),
  ];
  const strangers = signatures.filter((line) => ![log, ...known].some((key) => isBy(line, key)));
  const told = [
    ...known.map((key) => knownWitness(checkpoint, key, trust)),
    ...strangers.map(strangerWitness),
  ];
  if (told.length > 0) return told;
  return [{ kind, state: "absent", sentence: say.absent, details: [], isWrong: false }];
}

const isBy = (line: NoteSignature, key: NoteVerifier) =>
  line.name === key.name && sameBytes(line.keyId, computeKeyId(key));

function knownWitness(checkpoint: string, key: NoteVerifier, trust: Trust): Witness {
  const details = [{ label: labels.cosigner, value: printVerifierKey(key) }];
  const note = parseNote(checkpoint);
  if (!note || signaturesBy(note, key).length === 0) {
    return { kind, state: "absent", sentence: say.absentBy(key.name), details, isWrong: false };
  }
  const seconds = cosignedAt(checkpoint, key);
  if (seconds === undefined) {
    return { kind, state: "unverified", sentence: say.wrong(key.name), details, isWrong: true };
  }
  const isPublic = vouchedBy({ cosigner: key }, trust) === "public";
  const told = {
    ...({ kind, state: "confirmed", details, isWrong: false } as const),
    seenBy: { name: key.name, voucher: isPublic ? "public" : "named" },
  } as const;
  if (seconds === 0) return { ...told, sentence: say.untimed(key.name) };
  const time = new Date(seconds * 1000);
  return { ...told, time, sentence: say.confirmed(key.name, time) };
}

const strangerWitness = ({ name }: NoteSignature): Witness => ({
  kind,
  state: "unverified",
  sentence: say.stranger(name),
  details: [],
  isWrong: false,
});
