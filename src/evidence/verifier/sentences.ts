import { shortName, withoutQuotes } from "../../formats/text/quoted-name.ts";
import type { TrustFileProblem } from "../trust-lists/trust-file.ts";
import type { QualifiedIssue } from "../tsp/qualified.ts";
import { say, type Text } from "./text.ts";
import { sayStated } from "./time-sentences.ts";
import type { Witness, WitnessKind, WitnessState } from "./witness.ts";

/** The four questions, used as headings. */
export const headings = {
  unchanged: say("question-unchanged", "Is it unchanged?"),
  when: say("question-when", "When did it exist?"),
  who: say("question-who", "Who issued it?"),
  log: say("question-log", "Is it in the public log?"),
};

export const kindNames = {
  original: say("file-kind-original", "The original document"),
  stamped: say("file-kind-stamped", "The stamped copy"),
  certificate: say("file-kind-certificate", "The certificate"),
  member: say("file-kind-member", "A file in a collection"),
  record: say("file-kind-record", "An evidence record"),
  part: say("file-kind-part", "A file from an evidence pack"),
  pack: say("file-kind-pack", "An evidence pack"),
  container: say("file-kind-container", "A timestamped container (ASiC-S)"),
  token: say("file-kind-token", "A timestamp"),
  statement: say("file-kind-statement", "A signed statement"),
  receipt: say("file-kind-receipt", "A receipt from the public log"),
  proof: say("file-kind-proof", "An OpenTimestamps proof"),
  headers: say("file-kind-headers", "Headers of Bitcoin blocks"),
  unknown: say("file-kind-unknown", "A file that we don't recognize"),
};

/** The words for a verdict, next to its color. */
export const verdictNames = {
  passed: say("verdict-passed", "Confirmed"),
  claimed: say("verdict-claimed", "Only claimed"),
  indeterminate: say("verdict-indeterminate", "Can't tell"),
  failed: say("verdict-failed", "Failed"),
};

/** Explains each question to readers who do not know the terms. */
export const explanations = {
  unchanged: say(
    "explanation-unchanged",
    "We compare the file's fingerprint: a short code computed from the whole file (SHA-256), which changes completely if even one character does.",
  ),
  when: say(
    "explanation-when",
    "A timestamp is a signed note that a file with this fingerprint existed at this time.",
  ),
  who: say(
    "explanation-who",
    "Only the holder of a service's secret keys can make its seal and sign its statements.",
  ),
  log: say(
    "explanation-log",
    "The public log is a list that anyone can copy and check. Entries are only ever added to it; removing or changing one would be noticed.",
  ),
};

/** The verdict on a file as a whole, shown in large letters. */
export const summaries = {
  original: say("summary-original", "This is the original document"),
  stamped: say("summary-stamped", "This is the stamped copy"),
  certificate: say("summary-certificate", "This is the certificate"),
  member: say("summary-member", "This file belongs to the collection"),
  pack: say("summary-pack", "This evidence pack is unchanged"),
  part: say("summary-part", "This file belongs to the evidence pack"),
  container: say("summary-container", "This timestamped original is unchanged"),
  sealed: say("summary-sealed", "This file is unchanged"),
  extended: say("summary-extended", "What was issued is unchanged"),
  confirmed: say("summary-confirmed", "Confirmed"),
  claimed: (title: Text) =>
    say("summary-claimed", "{title}, but no one independent confirms its time", { title }),
  wrongFile: say("summary-wrong-file", "This is not the right file"),
  failed: say("summary-failed", "Don't rely on this file"),
  indeterminate: say("summary-indeterminate", "We can't tell"),
};

/**
 * The clock that a time comes from: the service's own, or an external authority's. `namedBy`: the service, if only it
 * says that the authority is independent.
 */
export type Clock = { service: string } | { authority: string; namedBy?: string };

/** The sentences of a report. */
export const sentences = {
  unchanged: {
    original: say(
      "finding-unchanged-original",
      "Yes. This is exactly the original document that was stamped.",
    ),
    stamped: say("finding-unchanged-stamped", "Yes. This is exactly the stamped copy that was issued."),
    certificate: say(
      "finding-unchanged-certificate",
      "Yes. This is exactly the certificate that was issued.",
    ),
    member: (files: number) =>
      say("finding-unchanged-member", "Yes. This is exactly one of the {files} files in this collection.", {
        files,
      }),
    memberAt: (number: number, files: number) =>
      say(
        "finding-unchanged-member-at",
        "Yes. This is exactly file {number} of {files} in this collection.",
        { number, files },
      ),
    notMember: (serial: string) =>
      say(
        "finding-unchanged-not-member",
        "No. This file is not in the collection {serial}. It is a different file, or it was changed.",
        { serial },
      ),
    noList: say(
      "finding-unchanged-no-list",
      "We don't know the files of this collection. Add its evidence pack, or the evidence record of this file.",
    ),
    otherRecord: say(
      "finding-unchanged-other-record",
      "The evidence record that came with it is for another file, or this file was changed. Add the record of this file, or the evidence pack of its collection.",
    ),
    recordAlone: say(
      "finding-unchanged-record-alone",
      "This is an evidence record without its file. Add the file it belongs to.",
    ),
    brokenRecord: say("finding-unchanged-broken-record", "No. This evidence record is damaged."),
    collectionPack: say(
      "finding-unchanged-collection-pack",
      "Yes. The files in this pack are exactly the ones that were issued. Add files of the collection to check them, too. The time is that of the collection.",
    ),
    sealed: say("finding-unchanged-sealed", "Yes. Nothing in this file has changed since it was sealed."),
    sealedCertificate: say(
      "finding-unchanged-sealed-certificate",
      "Yes. Nothing in this certificate has changed since it was sealed.",
    ),
    timeStamped: say("finding-unchanged-time-stamped", "Yes. This is exactly the file that was timestamped."),
    /** The signed list of a pack has no time: what only it vouches for, such as the certificate, may be newer. */
    pack: say(
      "finding-unchanged-pack",
      "Yes. The files in this pack are exactly the ones that were issued. The time is that of its document.",
    ),
    part: (serial: string) =>
      say("finding-unchanged-part", "Yes. This is exactly a file from the evidence pack of {serial}.", {
        serial,
      }),
    container: say(
      "finding-unchanged-container",
      "Yes. The file inside is exactly the one that was timestamped.",
    ),
    changed: say("finding-unchanged-changed", "No. This file was changed after it was sealed."),
    revoked: say(
      "finding-unchanged-revoked",
      "Its seal was revoked, and nothing here shows that it is older than that, so we can't tell whether the file is unchanged.",
    ),
    cut: say(
      "finding-unchanged-cut",
      "No. The end of this file was cut off: the timestamp that was issued with its seal is missing.",
    ),
    altered: say(
      "finding-unchanged-altered",
      "Nothing that was sealed has changed, but we can't tell whether its timestamp is still exactly the one that was issued.",
    ),
    extended: (authority: string, time: Date) =>
      say(
        "finding-unchanged-extended",
        "Yes. It was extended by {authority} on {time}, by its own clock, and everything before that is unchanged.",
        { authority, time },
      ),
    extendedByStranger: (authority: string, time: Date) =>
      say(
        "finding-unchanged-extended-by-stranger",
        'Yes. It was extended by someone calling themselves "{authority}" (not checked) on {time}, by their own clock, and everything before that is unchanged.',
        { authority: shortName(authority), time },
      ),
    extendedByData: say(
      "finding-unchanged-extended-by-data",
      "Yes. Someone added data for checking its signatures, and everything before that is unchanged.",
    ),
    added: say("finding-unchanged-added", "No. Something was added to this PDF after it was sealed."),
    none: (serial: string) =>
      say(
        "finding-unchanged-none",
        "No. This is neither the original nor the stamped copy of {serial}. It is a different file, or it was changed.",
        { serial },
      ),
    otherSealed: (serial: string) =>
      say(
        "finding-unchanged-other-sealed",
        "Nothing in this file has changed since it was sealed, but it is neither the original nor the stamped copy of {serial}.",
        { serial },
      ),
    otherSerial: (carried: string, serial: string) =>
      say(
        "finding-unchanged-other-serial",
        "Nothing in this file has changed since it was sealed, but it states another serial number, {carried}, not {serial}. Check it on the page of that number.",
        { carried, serial },
      ),
    otherEvidence: (serial: string) =>
      say(
        "finding-unchanged-other-evidence",
        "The evidence for {serial} that came with this file is about other files. Check this file with its own evidence.",
        { serial },
      ),
    otherDocument: (serial: string) =>
      say(
        "finding-unchanged-other-document",
        "This file is unchanged, but it belongs to another document, {serial}, not to the one you asked about.",
        { serial },
      ),
    damagedPack: say(
      "finding-unchanged-damaged-pack",
      "No. The pack is damaged, or files in it were changed.",
    ),
    packPart: say("finding-unchanged-pack-part", "No. A file in this pack is not the one that was issued."),
    packWithoutManifest: (names: string[]) =>
      say(
        "finding-unchanged-pack-without-manifest",
        "The document in this pack is as it was issued, but we can't check {names}: the pack has no signed list of its files. Early packs don't have one, or someone removed it.",
        { names: names.length > 0 ? names.join(", ") : say("value-list-of-files", "the list of its files") },
      ),
    packUnknownManifest: say(
      "finding-unchanged-pack-unknown-manifest",
      "We can check the document in this pack, but not its other files: we don't know who signed the list of them.",
    ),
    packStolenKey: say(
      "finding-unchanged-pack-stolen-key",
      "We can check the document in this pack, but not its other files: the list of them is signed with a key that may have been stolen. Download the pack again.",
    ),
    packUnknownKey: say(
      "finding-unchanged-pack-unknown-key",
      "We can't tell whether this pack is unchanged: we don't know the keys of the service that signed it.",
    ),
    repacked: say(
      "finding-unchanged-repacked",
      "The files that we found in this pack are exactly the ones that were issued, but the pack itself was changed, and another program may unpack different files from it. Ask for the pack as it was downloaded.",
    ),
    repackedContainer: say(
      "finding-unchanged-repacked-container",
      "The file that we found inside is exactly the one that was timestamped, but the container itself was changed, and another program may unpack a different file from it.",
    ),
    oddNames: say(
      "finding-unchanged-odd-names",
      "No. We did not open this: a file in it is hidden, or has a name that could overwrite another file or leave its folder.",
    ),
    tooMuch: say(
      "finding-unchanged-too-much",
      "We did not open this: unpacked, it would be far larger than any evidence.",
    ),
    tooLarge: say(
      "finding-unchanged-too-large",
      "This file is too large to open, and we have nothing to compare its fingerprint with.",
    ),
    brokenContainer: say(
      "finding-unchanged-broken-container",
      "No. The container or the file inside was changed.",
    ),
    undecided: say(
      "finding-unchanged-undecided",
      "It has a seal, but the revocation lists we have are not enough to check it.",
    ),
    tokenAlone: say(
      "finding-unchanged-token-alone",
      "This is a timestamp without its file. Add the file it belongs to.",
    ),
    statementAlone: say(
      "finding-unchanged-statement-alone",
      "This is a signed statement without its file. Add the file it is about.",
    ),
    receiptAlone: say(
      "finding-unchanged-receipt-alone",
      "This is a receipt from the public log without its file. Add the file it is about.",
    ),
    proofAlone: say(
      "finding-unchanged-proof-alone",
      "This is an OpenTimestamps proof. Add the receipt it came with, and the file that the receipt is about.",
    ),
    headersAlone: say(
      "finding-unchanged-headers-alone",
      "These are headers of Bitcoin blocks. Add the OpenTimestamps proof they came with, its receipt, and the file that the receipt is about.",
    ),
    brokenToken: say("finding-unchanged-broken-token", "No. This timestamp is damaged."),
    brokenProof: say("finding-unchanged-broken-proof", "No. This OpenTimestamps proof is damaged."),
    endedKey: say(
      "finding-unchanged-ended-key",
      "We can't tell whether this file is unchanged: the key that signed the statement about it is no longer used. Add the evidence pack, which has the statement's receipt from the public log.",
    ),
    noKeys: say(
      "finding-unchanged-no-keys",
      "We can't tell whether this file is unchanged: there is evidence to compare it with, but we don't know the keys of the service that signed it.",
    ),
    nothing: say(
      "finding-unchanged-nothing",
      "We have nothing to compare this file with. Add its evidence pack.",
    ),
  },
  when: {
    renewedLate: say(
      "finding-when-renewed-late",
      "We can't tell. The proofs were renewed only after the certificate behind them had ended, so the renewal shows nothing.",
    ),
    /** At the levels `stated` and `own-clock`, each sentence says that nobody else vouches for the time. */
    stated: sayStated,
    logged: (time: Date, name: string) =>
      say(
        "finding-when-logged",
        "{name} signed a statement that it was stamped on {time}, and its public log lists that statement. Only {name} itself vouches for that time.",
        { name, time },
      ),
    stamped: (time: Date, by: Clock) => {
      if ("service" in by)
        return say(
          "finding-when-stamped-by-service",
          "It existed on {time}, by {service}'s own clock. Only {service} itself vouches for that time.",
          { time, service: by.service },
        );
      const { authority, namedBy } = by;
      if (namedBy !== undefined)
        return say(
          "finding-when-stamped-by-named",
          "It existed on {time}, by the clock of {authority}. Only {service} says that this authority is independent.",
          { time, authority, service: namedBy },
        );
      return say(
        "finding-when-stamped-by-authority",
        "It existed on {time}, by the clock of {authority}. A timestamp confirms it.",
        { time, authority },
      );
    },
    confirmed: (time: Date, by: Clock) =>
      "service" in by || by.namedBy !== undefined
        ? sentences.when.stamped(time, by)
        : say(
            "finding-when-confirmed-by-authority",
            "It existed on {time}. A timestamp by the clock of {authority} confirms it to the minute.",
            { time, authority: by.authority },
          ),
    statedAndSeen: (time: Date, name: string, witness: Text | string, seen: Date) =>
      say(
        "finding-when-stated-and-seen",
        "{name} signed a statement that it was stamped on {time}. {witness} confirms that it existed by {seen}.",
        { name, time, witness, seen },
      ),
    stampedAndSeen: (time: Date, by: Clock, witness: Text | string, seen: Date) =>
      "service" in by
        ? say(
            "finding-when-stamped-by-service-and-seen",
            "It existed on {time}, by {service}'s own clock. {witness} confirms that it existed by {seen}.",
            { time, service: by.service, witness, seen },
          )
        : say(
            "finding-when-stamped-by-named-and-seen",
            "It existed on {time}, by the clock of {authority}. {witness} confirms that it existed by {seen}.",
            { time, authority: by.authority, witness, seen },
          ),
    recorded: (time: Date) =>
      say(
        "finding-when-recorded",
        "The service's record says {time}, but there is no signature here to confirm it.",
        { time },
      ),
    onlyBefore: (time: Date, by: Clock) =>
      "service" in by
        ? say(
            "finding-when-only-before-by-service",
            "The part up to the seal existed on {time}, by {service}'s own clock. We don't know when the rest was added.",
            { time, service: by.service },
          )
        : say(
            "finding-when-only-before-by-authority",
            "The part up to the seal existed on {time}, by the clock of {authority}. We don't know when the rest was added.",
            { time, authority: by.authority },
          ),
    wrong: say("finding-when-wrong", "A timestamp that came with it is not valid for this file."),
    later: (time: Date, by: Clock, stated: Date) => {
      if ("service" in by)
        return say(
          "finding-when-later-by-service",
          "It existed on {time}, by {service}'s own clock. Nothing confirms the earlier time on the stamp, {stated}.",
          { time, service: by.service, stated },
        );
      const { authority, namedBy } = by;
      if (namedBy !== undefined)
        return say(
          "finding-when-later-by-named",
          "It existed on {time}, by the clock of {authority}. Only {service} says that this authority is independent, and nothing confirms the earlier time on the stamp, {stated}.",
          { time, authority, service: namedBy, stated },
        );
      return say(
        "finding-when-later-by-authority",
        "It existed on {time}, by the clock of {authority}. A timestamp confirms it. No timestamp confirms the earlier time on the stamp, {stated}.",
        { time, authority, stated },
      );
    },
    knownSince: (time: Date, name: string, known: Date) =>
      say(
        "finding-when-known-since",
        "{name} dates it {time}, but no one outside {name} saw it before {known}.",
        { time, name, known },
      ),
    beforeKey: (time: Date, made: Date) =>
      say(
        "finding-when-before-key",
        "The statement that came with it is dated {time}, but the key that signed it was made on {made}.",
        { time, made },
      ),
    otherTime: say(
      "finding-when-other-time",
      "Its signed times contradict each other: a timestamp is earlier than the time on the stamp.",
    ),
    seenBefore: (time: Date, witness: Text | string, seen: Date) =>
      say(
        "finding-when-seen-before",
        "It is dated {time}, but {witness} saw the signed statement about it before that, by {seen}.",
        { time, witness, seen },
      ),
    future: (time: Date) =>
      say("finding-when-future", "It is dated {time}, which is in the future. Check this computer's clock.", {
        time,
      }),
    undecided: say(
      "finding-when-undecided",
      "It has a timestamp, but we don't have enough information to check it.",
    ),
    revoked: say(
      "finding-when-revoked",
      "The key that made its timestamp was revoked, and nothing here shows that the timestamp is older than that.",
    ),
    stranger: say("finding-when-stranger", "It has a timestamp, but from an authority that we don't know."),
    part: say(
      "finding-when-part",
      "Nothing says when this file was made. The times in the pack are those of its document.",
    ),
    nothing: say("finding-when-nothing", "It has no timestamp that we can check."),
  },
  who: {
    sealed: (name: string) => say("finding-who-sealed", "{name} sealed it.", { name }),
    sealedPart: (name: string) =>
      say(
        "finding-who-sealed-part",
        "{name} sealed the part up to the seal. No one signed what was added later.",
        { name },
      ),
    issued: (name: string) =>
      say("finding-who-issued", "{name} issued it and signed a statement about it.", { name }),
    issuedFor: (name: string, client: string) =>
      say(
        "finding-who-issued-for",
        '{name} issued it and signed a statement about it, for an account calling itself "{client}" (as stated by the account, not checked).',
        { name, client: withoutQuotes(client) },
      ),
    received: (name: string) =>
      say("finding-who-received", "{name} received it and signed a statement about it.", { name }),
    receivedFrom: (name: string, client: string) =>
      say(
        "finding-who-received-from",
        '{name} received it from an account calling itself "{client}" (as stated by the account, not checked) and signed a statement about it.',
        { name, client: withoutQuotes(client) },
      ),
    fingerprint: (name: string) =>
      say("finding-who-fingerprint", "{name} received its fingerprint and signed a statement about it.", {
        name,
      }),
    fingerprintFrom: (name: string, client: string) =>
      say(
        "finding-who-fingerprint-from",
        '{name} received its fingerprint from an account calling itself "{client}" (as stated by the account, not checked) and signed a statement about it.',
        { name, client: withoutQuotes(client) },
      ),
    listed: (name: string) =>
      say("finding-who-listed", "{name} signed a list of the files in the pack, and this is one of them.", {
        name,
      }),
    timeStamped: (name: string) => say("finding-who-time-stamped", "{name} timestamped it.", { name }),
    onlyTimeStamped: (name: string) =>
      say(
        "finding-who-only-time-stamped",
        "We don't know. {name} timestamped it without seeing it, so we know its time but not where it comes from.",
        { name },
      ),
    forged: say(
      "finding-who-forged",
      "A signed statement that came with it is forged or damaged: the service did not sign it this way.",
    ),
    unknownKey: say(
      "finding-who-unknown-key",
      "The statement that came with it is signed with a key that we don't know.",
    ),
    endedKey: say(
      "finding-who-ended-key",
      "The statement that came with it is signed with a key that is no longer used. Only a receipt from the public log, which is in the evidence pack, shows that the service itself signed it.",
    ),
    stolenKey: say(
      "finding-who-stolen-key",
      "The statement that came with it is signed with a key that may have been stolen. Only a receipt from the public log, which is in the evidence pack, shows that the service itself signed it.",
    ),
    signedTwice: say(
      "finding-who-signed-twice",
      "There are two signed statements with the same serial number that contradict each other.",
    ),
    twoSignatures: say(
      "finding-who-two-signatures",
      "The two signatures that came with it contradict each other: only one of them is the service's.",
    ),
    brokenSeal: say("finding-who-broken-seal", "Its seal does not match this file."),
    revoked: say("finding-who-revoked", "Its seal was revoked."),
    revokedToken: say("finding-who-revoked-token", "The key that signed it was revoked."),
    contradiction: say(
      "finding-who-contradiction",
      "The service's record and its signed statement contradict each other.",
    ),
    stranger: say("finding-who-stranger", "It was signed by someone we don't know."),
    recorded: say(
      "finding-who-recorded",
      "The service's record lists this file, but there is no signature here to confirm it.",
    ),
    unknownToService: say(
      "finding-who-unknown-to-service",
      "The service has no record with this serial number.",
    ),
    noKeys: say(
      "finding-who-no-keys",
      "It is signed, but we don't have the service's keys to check who signed it.",
    ),
    nothing: say("finding-who-nothing", "Nothing in this file or next to it says who issued it."),
  },
  log: {
    included: (name: string, service: string) =>
      say("finding-log-included", "Yes. It is listed in the public log {name}, which {service} runs.", {
        name,
        service,
      }),
    wrongWitness: (name: string) =>
      say(
        "finding-log-wrong-witness",
        "It is listed in the public log {name}, but a witness's proof that came with it is damaged or about something else.",
        { name },
      ),
    wrong: say(
      "finding-log-wrong",
      "No. The receipt that came with it does not prove that it is in the public log.",
    ),
    noKey: say(
      "finding-log-no-key",
      "There is a receipt, but we don't have the key of the public log to check it.",
    ),
    noStatement: say(
      "finding-log-no-statement",
      "There is a receipt, but not the signed statement it belongs to.",
    ),
    otherFile: say("finding-log-other-file", "There is a receipt, but for another file."),
    nothing: say("finding-log-nothing", "We can't tell without the receipt, which is in the evidence pack."),
  },
  witness: {
    timeStamp: {
      confirmed: (name: string, time: Date) =>
        say(
          "finding-witness-time-stamp-confirmed",
          "{name} timestamped this state of the public log on {time}.",
          { name, time },
        ),
      absent: say(
        "finding-witness-time-stamp-absent",
        "There is no timestamp from an external authority for this state of the public log.",
      ),
      unverified: say(
        "finding-witness-time-stamp-unverified",
        "The timestamp for this state of the public log is from an authority that we don't know.",
      ),
      wrong: say(
        "finding-witness-time-stamp-wrong",
        "The timestamp that came with it is damaged, or for something else.",
      ),
    },
    openTimestamps: {
      name: (block: number) =>
        say("finding-witness-open-timestamps-name", "Bitcoin block {block}", { block }),
      confirmed: (block: number, time: Date) =>
        say(
          "finding-witness-open-timestamps-confirmed",
          "Bitcoin block {block}, made within two hours of {time}, contains the fingerprint of this state of the public log.",
          { block, time },
        ),
      pending: say(
        "finding-witness-open-timestamps-pending",
        "It was submitted to Bitcoin, which takes a few hours.",
      ),
      absent: say(
        "finding-witness-open-timestamps-absent",
        "There is no proof that Bitcoin contains this state of the public log.",
      ),
      unverified: (block: number) =>
        say(
          "finding-witness-open-timestamps-unverified",
          "Its proof points to Bitcoin block {block}, but what came with it is not enough to confirm that block. Any block explorer shows whether it has the Merkle root below.",
          { block },
        ),
      wrong: say(
        "finding-witness-open-timestamps-wrong",
        "The proof that came with it is damaged, or about something else.",
      ),
    },
    cosignature: {
      confirmed: (name: string, time: Date) =>
        say(
          "finding-witness-cosignature-confirmed",
          "{name} signed a statement on {time} that it had seen no other history of the public log.",
          { name, time },
        ),
      untimed: (name: string) =>
        say(
          "finding-witness-cosignature-untimed",
          "{name} signed a statement that it had seen no other history of the public log.",
          { name },
        ),
      absent: say(
        "finding-witness-cosignature-absent",
        "No one else has signed this state of the public log.",
      ),
      absentBy: (name: string) =>
        say("finding-witness-cosignature-absent-by", "{name} has not signed this state of the public log.", {
          name,
        }),
      stranger: (name: string) =>
        say(
          "finding-witness-cosignature-stranger",
          "Someone signed it as {name}, with a key that we don't know.",
          { name },
        ),
      wrong: (name: string) =>
        say(
          "finding-witness-cosignature-wrong",
          "The signature in the name of {name} is not from that witness.",
          {
            name,
          },
        ),
    },
  },
  /** Evidence in other files that did not count for this one. */
  /** One sentence in the summary of a file whose proofs were renewed. */
  renewed: {
    once: (time: Date) =>
      say(
        "finding-renewed",
        "Its proofs were renewed on {time}, while the certificates behind them were still valid.",
        { time },
      ),
    several: (count: number, time: Date) =>
      say(
        "finding-renewed-several",
        "Its proofs were renewed {count} times, last on {time}, each time while the certificates behind them were still valid.",
        { count, time },
      ),
  },
  notUsed: {
    damaged: {
      one: (name: string) =>
        say(
          "finding-not-used-damaged",
          "One of the other files, {name}, is damaged or forged; it was not used.",
          { name: shortName(name) },
        ),
      several: (count: number, name: string) =>
        say(
          "finding-not-used-several-damaged",
          "{count} of the other files, such as {name}, are damaged or forged; they were not used.",
          { count, name: shortName(name) },
        ),
    },
    late: {
      one: (name: string) =>
        say(
          "finding-not-used-late",
          "One of the other files, {name}, was renewed only after a certificate in it had ended; it was not used.",
          { name: shortName(name) },
        ),
      several: (count: number, name: string) =>
        say(
          "finding-not-used-several-late",
          "{count} of the other files, such as {name}, were renewed only after a certificate in them had ended; they were not used.",
          { count, name: shortName(name) },
        ),
    },
    unknown: {
      one: (name: string) =>
        say(
          "finding-not-used-unknown",
          "One of the other files, {name}, is signed with a key that we don't know; it was not used.",
          { name: shortName(name) },
        ),
      several: (count: number, name: string) =>
        say(
          "finding-not-used-several-unknown",
          "{count} of the other files, such as {name}, are signed with keys that we don't know; they were not used.",
          { count, name: shortName(name) },
        ),
    },
  },
};

/** Why a trust file cannot be used. */
export function describeTrustFileProblem(file: string, found: TrustFileProblem): Text {
  switch (found.problem) {
    case "json":
      return say(
        "trust-file-not-json",
        "{file} can't be used as a trust file: it is not a JSON object, or has the same name twice.",
        { file },
      );
    case "version":
      return say("trust-file-version", '{file} is not a trust file of version 1 ("attestampTrust": 1).', {
        file,
      });
    case "part":
      return say("trust-file-part", "We can't read {part} in the trust file {file}.", {
        file,
        part: found.part,
      });
  }
}

/** The kinds of independent witnesses of the log. */
export const witnessNames: Record<WitnessKind, Text> = {
  timeStamp: say("witness-time-stamp", "External timestamp"),
  openTimestamps: say("witness-open-timestamps", "Bitcoin (OpenTimestamps)"),
  cosignature: say("witness-cosignature", "Cosigner"),
};

const namedWitness = say("witness-state-named", "Named by the operator, not checked by us");

/** The words for a witness's state. "Confirmed" is left to those whose independence does not depend on the service. */
export const stateName = ({ state, seenBy }: Witness): Text =>
  state === "confirmed" && seenBy?.voucher !== "public" ? namedWitness : stateNames[state];

const stateNames: Record<WitnessState, Text> = {
  confirmed: say("witness-state-confirmed", "Confirmed"),
  pending: say("witness-state-pending", "Pending"),
  absent: say("witness-state-absent", "Absent"),
  unverified: say("witness-state-unverified", "Unverified"),
};

export const labels = {
  fingerprint: say("label-fingerprint", "Fingerprint (SHA-256)"),
  size: say("label-size", "Size"),
  serial: say("label-serial", "Serial number"),
  documentName: say("label-document-name", "Document name, as stated by the account, not checked"),
  client: say("label-client", "Client, as stated by the account, not checked"),
  office: say("label-office", "Office for which the client acts, as stated by the account, not checked"),
  domain: say("label-domain", "Domain of the office"),
  email: say("label-email", "Email address of the client"),
  timeline: say("label-timeline", "Timeline, SHA-256 of its last line"),
  acknowledgement: say(
    "label-acknowledgement",
    "Acknowledgment given through a link, SHA-256 of its last line",
  ),
  statedTime: say("label-stated-time", "Time on the stamp"),
  key: say("label-key", "Key that signed the statement"),
  comparedWith: say("label-compared-with", "Compared with"),
  time: say("label-time", "Timestamp"),
  accuracy: say("label-accuracy", "Accuracy"),
  authority: say("label-authority", "Authority"),
  root: say("label-root", "Root certificate"),
  seal: say("label-seal", "Seal"),
  ended: say("label-ended", "Certificate that has ended"),
  outdated: say("label-outdated", "Algorithm to ask about"),
  qualified: say("label-qualified", "Qualified"),
  distrustedSince: say("label-distrusted-since", "Its key may be in other hands since"),
  reason: say("label-reason", "Reason"),
  extended: say("label-extended", "Extended"),
  renewed: say("label-renewed", "Renewed"),
  covered: say("label-covered", "Sealed part"),
  added: say("label-added", "Added after it"),
  otherSignature: say("label-other-signature", "Another signature"),
  lookalikes: say("label-lookalikes", "Parts that only look like signatures"),
  many: say("label-many", "Signatures"),
  log: say("label-log", "Log"),
  entry: say("label-entry", "Entry"),
  logSize: say("label-log-size", "Number of entries"),
  head: say("label-head", "Root hash"),
  cosigner: say("label-cosigner", "Cosigner's key"),
  calendar: say("label-calendar", "Calendar"),
  block: say("label-block", "Bitcoin block"),
  merkleRoot: say("label-merkle-root", "Merkle root of that block"),
  part: (name: string) => say("label-part", "In the pack: {name}", { name: shortName(name) }),
};

/** The name in a stranger's signature is unchecked: a signer can state any name. */
const signedBy = {
  valid: (name: string) =>
    say("signed-by-valid", 'by someone calling themselves "{name}" (not checked): matches what it covers', {
      name,
    }),
  invalid: (name: string) =>
    say(
      "signed-by-invalid",
      'by someone calling themselves "{name}" (not checked): does not match what it covers',
      { name },
    ),
  unknown: (name: string) =>
    say("signed-by-unknown", 'by someone calling themselves "{name}" (not checked): could not be checked', {
      name,
    }),
};
const signedByNameless = {
  valid: say("signed-nameless-valid", "no name: matches what it covers"),
  invalid: say("signed-nameless-invalid", "no name: does not match what it covers"),
  unknown: say("signed-nameless-unknown", "no name: could not be checked"),
};

export const values = {
  time: (time: Date) => say("value-time", "{time}", { time }),
  domain: (domain: string, day: string) =>
    say("value-domain", "{domain}, verified by the service with a DNS record that was last seen on {day}", {
      domain,
      day,
    }),
  email: (address: string, day: string) =>
    say("value-email", "{address}, confirmed to the service with a link in an email on {day}", {
      address,
      day,
    }),
  extendedBy: (authority: string, time: Date) =>
    say(
      "value-extended-by",
      "by {authority} on {time}, by its own clock, and everything before it is unchanged",
      {
        authority,
        time,
      },
    ),
  extendedByStranger: (authority: string, time: Date) =>
    say(
      "value-extended-by-stranger",
      'by someone calling themselves "{authority}" (not checked) on {time}, by their own clock, and everything before it is unchanged',
      { authority: shortName(authority), time },
    ),
  renewedBy: (authority: string, time: Date) =>
    say("value-renewed-by", "by {authority} on {time}, before the certificate behind the proofs ended", {
      authority,
      time,
    }),
  renewedByStranger: (authority: string, time: Date) =>
    say(
      "value-renewed-by-stranger",
      'by someone calling themselves "{authority}" (not checked) on {time}, by their own clock',
      { authority: shortName(authority), time },
    ),
  bytes: (count: number) =>
    say("value-bytes", "{count} bytes", { count: String(count).replace(/\B(?=(\d{3})+$)/g, ",") }),
  signedStatement: say("value-signed-statement", "the service's signed statement"),
  manifest: say("value-manifest", "the signed list of files in the evidence pack"),
  record: say("value-record", "the service's record"),
  ownRoot: (root: string, service: string) =>
    say("value-own-root", "{root}, {service}'s own", { root, service }),
  publicRoot: (root: string) =>
    say("value-public-root", "{root}, on the list of public authorities", { root }),
  namedRoot: (root: string, service: string, accepted?: Date) =>
    accepted
      ? say(
          "value-named-root-since",
          "{root}, named by the operator of {service}, not checked by us; accepted on {accepted}",
          { root, service, accepted },
        )
      : say("value-named-root", "{root}, named by the operator of {service}, not checked by us", {
          root,
          service,
        }),
  qualified: (service: string, territory: string, sequence: number) =>
    say("value-qualified", "yes: {service} is in the trusted list of {territory}, version {sequence}", {
      service,
      territory,
      sequence,
    }),
  qualifiedUnchecked: say(
    "value-qualified-unchecked",
    "its certificate says so; we check that only with a trusted list in your trust file",
  ),
  notQualified: {
    "not-claimed": say("value-qualified-not-claimed", "not confirmed: its certificate does not say so"),
    "other-policy": say(
      "value-qualified-other-policy",
      "not confirmed: it was made under another policy than the European one",
    ),
    "not-listed": say(
      "value-qualified-not-listed",
      "not confirmed: its certificate says so, but no trusted list in your trust file has the authority",
    ),
    "not-granted": say(
      "value-qualified-not-granted",
      "no: by the trusted list, the authority was not a qualified one at that time",
    ),
    outdated: say(
      "value-qualified-outdated",
      "not confirmed: the trusted list in your trust file is out of date, so get the current one",
    ),
  } satisfies Record<QualifiedIssue, Text>,
  accuracy: (milliseconds: number) =>
    say("value-accuracy", "within {seconds} s", { seconds: milliseconds / 1000 }),
  ended: (name: string, algorithm: string, time: Date) =>
    say(
      "value-ended",
      "{name} ({algorithm}), on {time}. Ask its owner whether the key stayed secret since then.",
      { name, algorithm, time },
    ),
  outdated: (algorithm: string, year: number) =>
    say(
      "value-outdated",
      "{algorithm}, which NIST allows for new signatures until {year}. Ask an expert whether such signatures can be forged by now. If so, ask for a later timestamp over this file from before that.",
      { algorithm, year },
    ),
  tooMany: say("value-too-many", "more than we checked"),
  signature: (name: string, validity: keyof typeof signedBy) =>
    name ? signedBy[validity](shortName(name)) : signedByNameless[validity],
  missing: say("value-missing", "missing"),
  notFitting: say("value-not-fitting", "not the file that was issued"),
  fitting: say("value-fitting", "as issued"),
  received: say("value-received", "as received"),
  unreadable: say("value-unreadable", "damaged or unreadable"),
  cannotTell: say("value-cannot-tell", "nothing to compare it with"),
  contradictory: say("value-contradictory", "does not match what was signed"),
  listed: (count: number) =>
    say("value-listed", "lists the other {count} files correctly, and is signed", { count }),
  notSigned: say("value-not-signed", "not what the service signed"),
  unknownSigner: say("value-unknown-signer", "signed with a key that we don't know"),
  secondSignature: (key: string) =>
    say("value-second-signature", "signed a second time, with the post-quantum key {key} (ML-DSA-65)", {
      key,
    }),
  secondUnknown: say(
    "value-second-unknown",
    "a second signature with a key that we don't know, which we can't check here; only the first one counts",
  ),
  secondStolen: say(
    "value-second-stolen",
    "a second signature with a key that may have been stolen; only the first one counts",
  ),
  stolenSigner: say("value-stolen-signer", "signed with a key that may have been stolen"),
};
