import { shortName, withoutQuotes } from "../stated-name.ts";
import type { WitnessKind, WitnessState } from "./witness.ts";

/** "20 November 2026, 19:11:07 UTC" */
export function plainTime(time: Date): string {
  const [date = "", clock = ""] = time.toISOString().split(/[T.]/);
  const [year, month, day] = date.split("-");
  return `${Number(day)} ${months[Number(month) - 1]} ${year}, ${clock} UTC`;
}

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** The four questions as headings. */
export const headings = {
  unchanged: "Is it unchanged?",
  when: "Since when does it exist?",
  who: "Who vouches for it?",
  log: "Is it in the public log?",
};

export const kindNames = {
  original: "The original document",
  stamped: "The stamped copy",
  certificate: "The certificate",
  pack: "An evidence pack",
  container: "A time-stamped container (ASiC-S)",
  token: "A time-stamp",
  statement: "A signed statement",
  receipt: "A receipt of the log",
  proof: "An OpenTimestamps proof",
  unknown: "A file we cannot place",
};

/** How a verdict is said where color cannot be seen. */
export const verdictNames = { good: "Confirmed", unsure: "Not certain", bad: "Does not hold" };

/** By whose clock a time is: that of the service itself, or that of an external authority. */
export type Clock = { service: string } | { authority: string };

/** Every sentence of a judgement. */
export const sentences = {
  unchanged: {
    original: "Yes. It is, byte for byte, the original document that was stamped.",
    stamped: "Yes. It is, byte for byte, the stamped copy that was issued.",
    certificate: "Yes. It is, byte for byte, the certificate that was issued.",
    sealed: "Yes. Nothing in this file was changed since it was sealed.",
    sealedCertificate: "Yes. Nothing in this certificate was changed since it was sealed.",
    timeStamped: "Yes. It is, byte for byte, the file that was time-stamped.",
    pack: "Yes. The files in this pack are, byte for byte, the ones that were issued.",
    container: "Yes. The file inside is, byte for byte, the one that was time-stamped.",
    changed: "No. This file was changed after it was sealed.",
    revoked: "It bears a seal that was revoked: whether it is as it was sealed cannot be told.",
    added: "No. Something was added to this PDF after it was sealed.",
    none: (serial: string) =>
      `No. This is neither the original nor the stamped copy of ${serial}. It is another file, or it was changed.`,
    otherSealed: (serial: string) =>
      `Nothing in this file was changed since it was sealed, but it is neither the original nor the stamped copy of ${serial}.`,
    otherDocument: (serial: string) =>
      `It is as it was issued, but for another document: ${serial}, not the one that was asked about.`,
    damagedPack: "No. The pack is damaged, or files in it were changed.",
    packPart: "No. A file in this pack is not the one that was issued.",
    packWithoutManifest: (names: string[]) =>
      `The document in this pack is as it was issued, but nothing vouches for ${names.length > 0 ? names.join(", ") : "the list of its files"}: early packs have no signed list of their files, or it was taken out.`,
    packUnknownManifest:
      "The document in this pack can be judged, but not its other files: who signed the list of them is not known here.",
    packUnknownKey:
      "Whether this pack is unchanged cannot be told here: the keys of the service that signed it are not known.",
    packedAnew:
      "The files that this check finds in the pack are, byte for byte, the ones that were issued, but the pack itself is not as it was issued: another program may unpack other files from it. Ask for the pack as it was downloaded.",
    containerPackedAnew:
      "The file that this check finds inside is, byte for byte, the one that was time-stamped, but the container is not as it was issued: another program may unpack another file from it.",
    oddNames:
      "No. This was not opened: a file in it is hidden, or has a name that could bring it into another's place or out of its folder.",
    tooMuch: "This was not opened: unpacked it would be far larger than any evidence is.",
    tooLarge: "This file is too large to be looked into, and its fingerprint is none that is known here.",
    brokenContainer: "No. The container or the file inside was changed.",
    undecided: "It bears a seal that cannot be judged with the revocation lists at hand.",
    tokenAlone: "This is a time-stamp without its file. Add the file that it belongs to.",
    statementAlone: "This is a signed statement without its file. Add the file that it is about.",
    receiptAlone: "This is a receipt of the log without its file. Add the file that it is about.",
    proofAlone:
      "This is an OpenTimestamps proof. Add the receipt of the log that it came with, and the file that is about.",
    brokenToken: "No. This time-stamp is damaged.",
    brokenProof: "No. This OpenTimestamps proof is damaged.",
    nothing: "There is nothing to compare this file with.",
  },
  when: {
    stamped: (time: Date, by: Clock) =>
      "service" in by
        ? `It existed on ${plainTime(time)}, by ${by.service}'s own clock: a time-stamp over it says so.`
        : `It existed on ${plainTime(time)}, by the clock of ${by.authority}: a time-stamp over it says so.`,
    stated: (time: Date, name: string) =>
      `${name} signed that it was stamped on ${plainTime(time)}, by its own clock.`,
    recorded: (time: Date) =>
      `The service's record says ${plainTime(time)}, but nothing signed is here to check that by.`,
    onlyBefore: (time: Date, by: Clock) =>
      "service" in by
        ? `The part up to the seal existed on ${plainTime(time)}, by ${by.service}'s own clock. For what was added later there is no time.`
        : `The part up to the seal existed on ${plainTime(time)}, by the clock of ${by.authority}. For what was added later there is no time.`,
    wrong: "A time-stamp that came with it does not hold for it.",
    later: (time: Date, by: Clock, stated: Date) =>
      "service" in by
        ? `It existed on ${plainTime(time)}, by ${by.service}'s own clock: a time-stamp over it says so. The earlier time on the stamp, ${plainTime(stated)}, is borne out by none.`
        : `It existed on ${plainTime(time)}, by the clock of ${by.authority}: a time-stamp over it says so. The earlier time on the stamp, ${plainTime(stated)}, is borne out by none.`,
    knownSince: (time: Date, known: Date) =>
      `The service's own time-stamp over it says ${plainTime(time)}. Outside the service, this is known only since ${plainTime(known)}.`,
    otherTime:
      "The times that were signed for it contradict each other: a time-stamp over it is earlier than the time on it.",
    future: (time: Date) =>
      `Its time-stamp says ${plainTime(time)}, which is still to come. Check the clock of this computer.`,
    undecided: "It has a time-stamp that cannot be judged with what is known here.",
    stranger: "It has a time-stamp, but not by an authority that is known here.",
    nothing: "No time-stamp that can be checked belongs to it.",
  },
  who: {
    sealed: (name: string) => `It was sealed by ${name}.`,
    sealedPart: (name: string) =>
      `The part up to the seal was sealed by ${name}. Nobody vouches for what was added later.`,
    issued: (name: string) => `${name} issued it and signed for it.`,
    issuedFor: (name: string, client: string) =>
      `${name} issued it and signed for it, for an account calling itself "${withoutQuotes(client)}" (as stated by the account, not checked).`,
    received: (name: string) => `${name} received it and signed for that.`,
    receivedFrom: (name: string, client: string) =>
      `${name} received it from an account calling itself "${withoutQuotes(client)}" (as stated by the account, not checked) and signed for that.`,
    timeStamped: (name: string) => `It was time-stamped by ${name}.`,
    onlyTimeStamped: (name: string) =>
      `Nobody known here. ${name} time-stamped it, without looking at it: its time is known, but not where it comes from.`,
    forged: "A signed statement that came with it is forged or damaged: it is not what the service signed.",
    unknownKey: "The statement that came with it is signed with a key that is not known here.",
    brokenSeal: "It bears a seal that does not belong to it, or not any more.",
    revoked: "It bears a seal that was revoked.",
    contradiction: "The service's record and its signed statement contradict each other.",
    stranger: "It was signed by somebody else, whom this check does not know.",
    recorded: "The service's record knows this file, but nothing signed is here to check that by.",
    unknownToService: "The service has no record under this serial number.",
    noKeys: "It is signed, but the service's keys are not at hand to check by whom.",
    nothing: "Nothing in or beside this file says who vouches for it.",
  },
  log: {
    included: (name: string) => `Yes. It stands in the public log ${name}.`,
    wrongWitness: (name: string) =>
      `It stands in the public log ${name}, but what came with it from a witness is damaged or about something else.`,
    wrong: "No. The receipt that came with it does not prove that it is in the log.",
    noKey: "There is a receipt, but the log's key is not at hand to check it.",
    noStatement: "There is a receipt, but not the signed statement that it was given for.",
    otherFile: "There is a receipt, but for another file.",
    nothing: "This cannot be told without the receipt, which is in the evidence pack.",
  },
  witness: {
    timeStamp: {
      confirmed: (name: string, time: Date) =>
        `${name} time-stamped this state of the log on ${plainTime(time)}.`,
      absent: "No time-stamp of an outside authority over this state of the log is here.",
      unverified: "The time-stamp over this state of the log is by nobody that is known here.",
      wrong: "The time-stamp that came with it is damaged, or over something else.",
    },
    openTimestamps: {
      confirmed: (block: number) =>
        `Bitcoin's block ${block} holds the fingerprint of this state of the log.`,
      pending: "It was handed in to be written into Bitcoin, which takes some hours.",
      absent: "No proof that Bitcoin holds this state of the log is here.",
      unverified: (block: number) =>
        `Its proof says Bitcoin's block ${block}. Whether that block has the merkle root below, any block explorer shows.`,
      wrong: "The proof that came with it is damaged, or about something else.",
    },
    cosignature: {
      confirmed: (name: string, time: Date) =>
        `${name} signed on ${plainTime(time)} that it saw no other history of the log.`,
      untimed: (name: string) => `${name} signed that it saw no other history of the log.`,
      absent: "Nobody else has signed this state of the log.",
      absentBy: (name: string) => `${name} has not signed this state of the log.`,
      stranger: (name: string) => `Somebody signed it as ${name}, whose key is not known here.`,
      wrong: (name: string) => `What is signed as ${name} is not what that witness signed.`,
    },
  },
};

/** Who may have seen the log beside the service. */
export const witnessNames: Record<WitnessKind, string> = {
  timeStamp: "Outside time-stamp",
  openTimestamps: "Bitcoin (OpenTimestamps)",
  cosignature: "Cosigner",
};

/** How the state of a witness is said. */
export const stateNames: Record<WitnessState, string> = {
  confirmed: "Confirmed",
  pending: "Pending",
  absent: "Absent",
  unverified: "Unverified",
};

export const labels = {
  fingerprint: "Fingerprint (SHA-256)",
  size: "Size",
  serial: "Serial number",
  documentName: "Document name, as stated by the account, not checked",
  client: "Client, as stated by the account, not checked",
  statedTime: "Time on the stamp",
  key: "Key of the signed statement",
  comparedWith: "Compared with",
  time: "Time-stamp",
  accuracy: "Accuracy",
  authority: "Authority",
  root: "Root certificate",
  seal: "Seal",
  reason: "Reason",
  covered: "Sealed part",
  added: "Added behind it",
  otherSignature: "Another signature",
  lookalikes: "Parts that only look like signatures",
  many: "Signatures",
  log: "Log",
  entry: "Entry",
  logSize: "Entries under the signed head",
  head: "Head of the log",
  cosigner: "Key of the cosigner",
  calendar: "Calendar",
  block: "Bitcoin block",
  merkleRoot: "Merkle root of that block",
  part: (name: string) => `In the pack: ${shortName(name)}`,
};

/** A stranger's signature names whom it likes: nobody has looked whether that is true. */
const signedBy = {
  yes: (name: string) => `by somebody calling themselves "${name}" (not checked): fits what it covers`,
  no: (name: string) => `by somebody calling themselves "${name}" (not checked): does not fit what it covers`,
  unknown: (name: string) => `by somebody calling themselves "${name}" (not checked): could not be checked`,
};
const signedByNameless = {
  yes: "nameless: fits what it covers",
  no: "nameless: does not fit what it covers",
  unknown: "nameless: could not be checked",
};

export const values = {
  bytes: (count: number) => `${String(count).replace(/\B(?=(\d{3})+$)/g, ",")} bytes`,
  signedStatement: "the service's signed statement",
  record: "the service's record",
  ownRoot: (root: string, service: string) => `${root}, of ${service} itself`,
  externalRoot: (root: string, service: string, accepted?: Date) =>
    `${root}, of an outside authority, whose root ${service} accepted${accepted ? ` on ${plainTime(accepted)}` : ""}`,
  accuracy: (milliseconds: number) => `within ${milliseconds / 1000} s`,
  tooMany: "there are more than were checked",
  signature: (name: string, holds: keyof typeof signedBy) =>
    name ? signedBy[holds](shortName(name)) : signedByNameless[holds],
  missing: "missing",
  notFitting: "not the file that was issued",
  fitting: "as issued",
  received: "as received",
  unreadable: "damaged or not readable",
  cannotTell: "nothing to compare it with",
  contradictory: "says something else than was signed",
  listed: (count: number) => `lists the other ${count} files as they are, and is signed`,
  notSigned: "not what the service signed",
  unknownSigner: "signed with a key that is not known here",
};
