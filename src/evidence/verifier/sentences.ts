import { shortName, withoutQuotes } from "../stated-name.ts";
import { writeTime, writeUtc } from "../written-time.ts";
import type { WitnessKind, WitnessState } from "./witness.ts";

/** "November 20, 2026, 1:11:07 PM CST (2026-11-20 19:11:07 UTC)" */
export const plainTime = (time: Date): string => `${writeTime(time)} (${writeUtc(time)})`;

/** The four questions, used as headings. */
export const headings = {
  unchanged: "Is it unchanged?",
  when: "When did it exist?",
  who: "Who issued it?",
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
  receipt: "A receipt from the public log",
  proof: "An OpenTimestamps proof",
  unknown: "A file that we don't recognize",
};

/** The words for a verdict, next to its color. */
export const verdictNames = { good: "Confirmed", unsure: "Can't tell", bad: "Failed" };

/** What each question is about, for readers who have never met the terms. */
export const explanations = {
  unchanged:
    "We compare the file's fingerprint: a short code computed from the whole file (SHA-256), which changes completely if even one character does.",
  when: "A time-stamp is a signed note that a file with this fingerprint existed at this time.",
  who: "Only the holder of a service's secret keys can make its seal and sign its statements.",
  log: "The public log is a list that anyone can copy and check. Entries are only ever added to it; removing or changing one would show.",
};

/** What is said of a file as a whole, in large letters. */
export const summaries = {
  original: "This is the original document",
  stamped: "This is the stamped copy",
  certificate: "This is the certificate",
  pack: "This evidence pack is unchanged",
  container: "This time-stamped original is unchanged",
  sealed: "This file is unchanged",
  confirmed: "Confirmed",
  wrongFile: "This is not the right file",
  failed: "Don't rely on this file",
  unsure: "We can't tell",
};

/** The clock a time comes from: the service's own, or an external authority's. */
export type Clock = { service: string } | { authority: string };

/** The sentences of a report. */
export const sentences = {
  unchanged: {
    original: "Yes. This is exactly the original document that was stamped.",
    stamped: "Yes. This is exactly the stamped copy that was issued.",
    certificate: "Yes. This is exactly the certificate that was issued.",
    sealed: "Yes. Nothing in this file has changed since it was sealed.",
    sealedCertificate: "Yes. Nothing in this certificate has changed since it was sealed.",
    timeStamped: "Yes. This is exactly the file that was time-stamped.",
    pack: "Yes. The files in this pack are exactly the ones that were issued.",
    container: "Yes. The file inside is exactly the one that was time-stamped.",
    changed: "No. This file was changed after it was sealed.",
    revoked: "Its seal was revoked, so we can't tell whether the file is unchanged.",
    added: "No. Something was added to this PDF after it was sealed.",
    none: (serial: string) =>
      `No. This is neither the original nor the stamped copy of ${serial}. It is another file, or it was changed.`,
    otherSealed: (serial: string) =>
      `Nothing in this file has changed since it was sealed, but it is neither the original nor the stamped copy of ${serial}.`,
    otherDocument: (serial: string) =>
      `This file is unchanged, but it belongs to another document, ${serial}, not to the one you asked about.`,
    damagedPack: "No. The pack is damaged, or files in it were changed.",
    packPart: "No. A file in this pack is not the one that was issued.",
    packWithoutManifest: (names: string[]) =>
      `The document in this pack is as it was issued, but we can't check ${names.length > 0 ? names.join(", ") : "the list of its files"}: the pack has no signed list of its files. Early packs don't have one, or someone removed it.`,
    packUnknownManifest:
      "We can check the document in this pack, but not its other files: we don't know who signed the list of them.",
    packUnknownKey:
      "We can't tell whether this pack is unchanged: we don't know the keys of the service that signed it.",
    repacked:
      "The files that we found in this pack are exactly the ones that were issued, but the pack itself was changed, and another program may unpack different files from it. Ask for the pack as it was downloaded.",
    repackedContainer:
      "The file that we found inside is exactly the one that was time-stamped, but the container itself was changed, and another program may unpack a different file from it.",
    oddNames:
      "No. We did not open this: a file in it is hidden, or has a name that could overwrite another file or leave its folder.",
    tooMuch: "We did not open this: unpacked, it would be far larger than any evidence.",
    tooLarge: "This file is too large to examine, and we don't know its fingerprint.",
    brokenContainer: "No. The container or the file inside was changed.",
    undecided: "It has a seal, but the revocation lists we have are not enough to check it.",
    tokenAlone: "This is a time-stamp without its file. Add the file it belongs to.",
    statementAlone: "This is a signed statement without its file. Add the file it is about.",
    receiptAlone: "This is a receipt from the public log without its file. Add the file it is about.",
    proofAlone:
      "This is an OpenTimestamps proof. Add the receipt it came with, and the file that the receipt is about.",
    brokenToken: "No. This time-stamp is damaged.",
    brokenProof: "No. This OpenTimestamps proof is damaged.",
    nothing: "We have nothing to compare this file with.",
  },
  when: {
    stamped: (time: Date, by: Clock) =>
      "service" in by
        ? `It existed on ${plainTime(time)}, by ${by.service}'s own clock. A time-stamp confirms it.`
        : `It existed on ${plainTime(time)}, by the clock of ${by.authority}. A time-stamp confirms it.`,
    stated: (time: Date, name: string) =>
      `${name} signed a statement that it was stamped on ${plainTime(time)}, by its own clock.`,
    recorded: (time: Date) =>
      `The service's record says ${plainTime(time)}, but there is no signature here to confirm it.`,
    onlyBefore: (time: Date, by: Clock) =>
      "service" in by
        ? `The part up to the seal existed on ${plainTime(time)}, by ${by.service}'s own clock. We don't know when the rest was added.`
        : `The part up to the seal existed on ${plainTime(time)}, by the clock of ${by.authority}. We don't know when the rest was added.`,
    wrong: "A time-stamp that came with it is not valid for this file.",
    later: (time: Date, by: Clock, stated: Date) =>
      "service" in by
        ? `It existed on ${plainTime(time)}, by ${by.service}'s own clock. A time-stamp confirms it. No time-stamp confirms the earlier time on the stamp, ${plainTime(stated)}.`
        : `It existed on ${plainTime(time)}, by the clock of ${by.authority}. A time-stamp confirms it. No time-stamp confirms the earlier time on the stamp, ${plainTime(stated)}.`,
    knownSince: (time: Date, known: Date) =>
      `The service's own time-stamp says ${plainTime(time)}, but no one outside the service saw it before ${plainTime(known)}.`,
    otherTime: "Its signed times contradict each other: a time-stamp is earlier than the time on the stamp.",
    future: (time: Date) =>
      `Its time-stamp says ${plainTime(time)}, which is in the future. Check this computer's clock.`,
    undecided: "It has a time-stamp, but we don't have enough information to check it.",
    stranger: "It has a time-stamp, but from an authority that we don't know.",
    nothing: "It has no time-stamp that we can check.",
  },
  who: {
    sealed: (name: string) => `${name} sealed it.`,
    sealedPart: (name: string) =>
      `${name} sealed the part up to the seal. No one signed what was added later.`,
    issued: (name: string) => `${name} issued it and signed a statement about it.`,
    issuedFor: (name: string, client: string) =>
      `${name} issued it and signed a statement about it, for an account calling itself "${withoutQuotes(client)}" (as stated by the account, not checked).`,
    received: (name: string) => `${name} received it and signed a statement about it.`,
    receivedFrom: (name: string, client: string) =>
      `${name} received it from an account calling itself "${withoutQuotes(client)}" (as stated by the account, not checked) and signed a statement about it.`,
    timeStamped: (name: string) => `${name} time-stamped it.`,
    onlyTimeStamped: (name: string) =>
      `We don't know. ${name} time-stamped it without seeing it, so we know its time but not where it comes from.`,
    forged:
      "A signed statement that came with it is forged or damaged: the service did not sign it this way.",
    unknownKey: "The statement that came with it is signed with a key that we don't know.",
    brokenSeal: "Its seal does not belong to it, or no longer does.",
    revoked: "Its seal was revoked.",
    contradiction: "The service's record and its signed statement contradict each other.",
    stranger: "It was signed by someone else, whom we don't know.",
    recorded: "The service's record lists this file, but there is no signature here to confirm it.",
    unknownToService: "The service has no record with this serial number.",
    noKeys: "It is signed, but we don't have the service's keys to check by whom.",
    nothing: "Nothing in this file or next to it says who issued it.",
  },
  log: {
    included: (name: string) => `Yes. It is listed in the public log ${name}.`,
    wrongWitness: (name: string) =>
      `It is listed in the public log ${name}, but a witness's proof that came with it is damaged or about something else.`,
    wrong: "No. The receipt that came with it does not prove that it is in the public log.",
    noKey: "There is a receipt, but we don't have the key of the public log to check it.",
    noStatement: "There is a receipt, but not the signed statement it belongs to.",
    otherFile: "There is a receipt, but for another file.",
    nothing: "We can't tell without the receipt, which is in the evidence pack.",
  },
  witness: {
    timeStamp: {
      confirmed: (name: string, time: Date) =>
        `${name} time-stamped this state of the public log on ${plainTime(time)}.`,
      absent: "There is no time-stamp from an external authority for this state of the public log.",
      unverified: "The time-stamp for this state of the public log is from an authority that we don't know.",
      wrong: "The time-stamp that came with it is damaged, or for something else.",
    },
    openTimestamps: {
      confirmed: (block: number) =>
        `Bitcoin's block ${block} contains the fingerprint of this state of the public log.`,
      pending: "It was submitted to Bitcoin, which takes a few hours.",
      absent: "There is no proof that Bitcoin contains this state of the public log.",
      unverified: (block: number) =>
        `Its proof points to Bitcoin's block ${block}. Any block explorer shows whether that block has the Merkle root below.`,
      wrong: "The proof that came with it is damaged, or about something else.",
    },
    cosignature: {
      confirmed: (name: string, time: Date) =>
        `${name} signed on ${plainTime(time)} that it saw no other history of the public log.`,
      untimed: (name: string) => `${name} signed that it saw no other history of the public log.`,
      absent: "No one else has signed this state of the public log.",
      absentBy: (name: string) => `${name} has not signed this state of the public log.`,
      stranger: (name: string) => `Someone signed it as ${name}, with a key that we don't know.`,
      wrong: (name: string) => `The signature as ${name} is not from that witness.`,
    },
  },
};

/** The kinds of independent witnesses of the log. */
export const witnessNames: Record<WitnessKind, string> = {
  timeStamp: "External time-stamp",
  openTimestamps: "Bitcoin (OpenTimestamps)",
  cosignature: "Cosigner",
};

/** The words for a witness's state. */
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
  key: "Key that signed the statement",
  comparedWith: "Compared with",
  time: "Time-stamp",
  accuracy: "Accuracy",
  authority: "Authority",
  root: "Root certificate",
  seal: "Seal",
  reason: "Reason",
  covered: "Sealed part",
  added: "Added after it",
  otherSignature: "Another signature",
  lookalikes: "Parts that only look like signatures",
  many: "Signatures",
  log: "Log",
  entry: "Entry",
  logSize: "Number of entries",
  head: "Root hash",
  cosigner: "Cosigner's key",
  calendar: "Calendar",
  block: "Bitcoin block",
  merkleRoot: "Merkle root of that block",
  part: (name: string) => `In the pack: ${shortName(name)}`,
};

/** The name in a stranger's signature is unchecked: a signer can state any name. */
const signedBy = {
  yes: (name: string) => `by someone calling themselves "${name}" (not checked): matches what it covers`,
  no: (name: string) =>
    `by someone calling themselves "${name}" (not checked): does not match what it covers`,
  unknown: (name: string) => `by someone calling themselves "${name}" (not checked): could not be checked`,
};
const signedByNameless = {
  yes: "no name: matches what it covers",
  no: "no name: does not match what it covers",
  unknown: "no name: could not be checked",
};

export const values = {
  bytes: (count: number) => `${String(count).replace(/\B(?=(\d{3})+$)/g, ",")} bytes`,
  signedStatement: "the service's signed statement",
  record: "the service's record",
  ownRoot: (root: string, service: string) => `${root}, ${service}'s own`,
  externalRoot: (root: string, service: string, accepted?: Date) =>
    `${root}, from an external authority that ${service} accepted${accepted ? ` on ${plainTime(accepted)}` : ""}`,
  accuracy: (milliseconds: number) => `within ${milliseconds / 1000} s`,
  tooMany: "more than we checked",
  signature: (name: string, isValid: keyof typeof signedBy) =>
    name ? signedBy[isValid](shortName(name)) : signedByNameless[isValid],
  missing: "missing",
  notFitting: "not the file that was issued",
  fitting: "as issued",
  received: "as received",
  unreadable: "damaged or unreadable",
  cannotTell: "nothing to compare it with",
  contradictory: "does not match what was signed",
  listed: (count: number) => `lists the other ${count} files correctly, and is signed`,
  notSigned: "not what the service signed",
  unknownSigner: "signed with a key that we don't know",
};
