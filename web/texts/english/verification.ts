import { productName } from "../../environment/server-settings.ts";
import { offlineVerifier } from "./offline-verifier.ts";

/** Sentences of the public verification page. */
export const verification = {
  title: "Document verification",
  loading: "Verifying document...",
  checkingTime: "Checking who confirms the time…",
  failed: {
    title: "Verification Failed",
    text: "Unable to verify this document. The serial number may be invalid or the document may not exist in our records.",
    hint: "If you typed the number, compare it with the certificate. If you scanned a QR code, don't rely on the paper it is on.",
  },
  unreachable: {
    title: "Couldn't load the record",
    text: "We can't reach the server right now. Please try again in a moment.",
    again: "Try again",
  },
  found: {
    title: "This document is on record",
    text: `${productName} stamped a document with this serial number. A stamp can be copied onto another one: compare these details with the paper or file you have.`,
    confirmed: {
      title: "Genuine",
      text: `This document is on record, and ${productName} signed the QR code or link that brought you here. Compare these details with the paper or file you have.`,
    },
    doubtful: {
      title: "The record for this serial number",
      text: `This is what ${productName}'s own record says. Before you rely on it, read the message above about the QR code or link that brought you here.`,
    },
    screenshot: "Take a screenshot of this page for your records.",
    print: "Print",
  },
  mismatch: {
    title: (files: number): string =>
      files === 1
        ? "Failed: your file is not the one on record"
        : "Failed: your files are not the ones on record",
    text: (names: string) =>
      `Couldn't confirm ${names}: see the result below. The record of this serial number stays as it is.`,
    more: (names: string, others: number) => `${names} and ${others} more`,
  },
  withdrawn: {
    title: (day: string) => `Withdrawn by its owner on ${day}`,
    text: `${productName} did issue a certificate with this serial number: to see whether yours is that one, check its file below. Its owner has since deleted the document here, so of a paper only the number, the time and the fingerprints can be compared, not the names.`,
    collection: `${productName} did issue a certificate with this serial number: to see whether yours is that one, check its file below. Its owner has since deleted the collection here, so its list of files can no longer be searched, and of a paper only the number, the time and the fingerprint of the whole can be compared, not the names.`,
  },
  facts: {
    serial: "Serial number",
    processed: "Processing date",
    name: "Document name",
    client: "Client name",
    office: "Office",
    domain: "Domain of the office",
    domainNote: (day: string) =>
      `Verified by ${productName} with a DNS record, last seen on ${day}. The names are only stated.`,
    email: "Email address",
    emailNote: (day: string) => `Confirmed with a link in an email on ${day}.`,
    title: "Title",
    files: "Files",
    fileCount: (count: number, size: string) =>
      count === 1 ? `1 file, ${size}` : `${count} files, ${size} in total`,
    timeline: "Timeline",
    timelineNote:
      "The signed statement contains this number and the fingerprint of the list's last line. If an entry were left out, moved or changed, this fingerprint would be different.",
    acknowledgement: "Acknowledgment",
    acknowledgementNote:
      "This is an acknowledgment: someone who had the link that was made for it confirmed “I have seen this” for these documents. We did not check who that was.",
    entries: (count: number) => (count === 1 ? "1 document" : `${count} documents, in order`),
    unchecked: "As the account holder wrote it. We did not check it.",
    bothUnchecked: "Both as the account holder wrote them. We did not check them.",
    inYourZone: (time: string) => `${time} in your time zone`,
    ownClock: `By ${productName}'s own clock.`,
  },
  fingerprints: {
    title: "For specialists: fingerprints (SHA-256)",
    text: "A fingerprint is a short code computed from a whole file. If even one character of the file changes, its fingerprint changes completely. Programs compare these codes; you don't have to.",
    original: "Original",
    stamped: "Stamped copy",
    root: "All files (root of their hash tree)",
    certificate: "Certificate",
    kept: "The stamped copy contains the complete original, unchanged.",
  },
  qr: {
    title: "The QR code",
    checking: "Checking the signature of the QR code…",
    differs: {
      title: "Failed: this QR code belongs to another document",
      text: (serial: string) =>
        `${productName} signed this QR code, but for another document (${serial}). Someone may be trying to deceive you.`,
    },
    notOnRecord: {
      title: "The QR code is signed, but not on record",
      text: `${productName} signed this QR code, but we can't find its record here. The code says this:`,
    },
    forged: {
      title: "Failed: this QR code is forged",
      text: `The code is forged or damaged: ${productName} did not sign it. Don't trust the paper it is on.`,
    },
    beforeKey: {
      title: "Failed: this QR code contradicts itself",
      text: `The code is dated before the key was made that signed it. Don't trust the paper it is on.`,
    },
    endedKey: {
      title: "Can't tell: this QR code is signed with an old key",
      text: `${productName} no longer uses the key that signed this QR code, so someone else may have signed it. Only the record, or the evidence pack, has the receipt that shows otherwise.`,
    },
    unknownKey: {
      title: "Can't tell: we don't know who signed this QR code",
      text: `We don't know the key that signed this QR code, so we can't tell whether ${productName} signed it. Don't rely on the paper alone: check the file itself.`,
    },
    alone: {
      title: "The QR code is signed, but not compared with the record",
      text: `${productName} signed this QR code. We can't reach the record right now, so we can't tell whether it still exists. The code itself says this:`,
    },
    unchecked: {
      title: "Can't tell: this QR code was not checked",
      text: "Couldn't load what is needed to check this QR code. Please try again in a moment.",
    },
  },
  file: {
    title: "Do you have the right file?",
    titleAlone: "Do you have a file to check?",
    text: "Choose it or drop it here: the stamped copy, the original, the certificate or the evidence pack (the ZIP file with all the proof), or several at once. Use files exactly as you received them: a scan, a photo or a copy that was saved again doesn't match. Your browser checks them; they are not uploaded.",
    textAlone: "Choose it or drop it here, or several at once. Your browser checks it; nothing is uploaded.",
    choose: "Choose a file to check",
    drop: "Drop to check",
    reading: (names: string) => `Checking ${names}…`,
    progress: "Reading",
    stop: "Stop",
    unreadable: offlineVerifier.unreadable,
    ownLists: offlineVerifier.ownLists,
    unusedLists: offlineVerifier.unusedLists,
    failed: "Couldn't load the check. Please reload this page while you're online.",
    checks: offlineVerifier.checks,
  },
  collection: {
    title: "This collection is on record",
    text: `${productName} attested the fingerprints of a collection of files under this serial number. The files stayed with their owner. Compare these details with the certificate you have.`,
    confirmed: {
      title: "Genuine",
      text: `This collection is on record, and ${productName} signed the QR code or link that brought you here. Compare these details with the certificate you have.`,
    },
    doubtful: {
      title: "The record for this serial number",
      text: `This is what ${productName}'s own record says. Before you rely on it, read the message above about the QR code or link that brought you here.`,
    },
    screenshot: "Take a screenshot of this page for your records.",
    print: "Print",
  },
  collectionCheck: {
    title: "Is your file in this collection?",
    text: "Choose files or drop them here, one or a thousand, or the certificate or the evidence pack. Your browser computes their fingerprints and sends only those; the files are not uploaded. The answers don't reveal which other files are in the collection.",
    choose: "Choose files to check",
    chooseFolder: "Choose a folder",
    drop: "Drop to check",
    reading: (done: number, count: number) => `Checking: ${done} of ${count} files`,
    stop: "Stop",
    single: {
      inside: "The file is in this collection and unchanged.",
      outside: "The file is not in this collection.",
      unproven: "We can't tell whether the file is in this collection.",
      unreadable: "Couldn't read the file. If it changed, please choose it again.",
      unanswered: "We can't tell whether the file is in this collection.",
    },
    summary: (inside: string, count: string) =>
      `${inside} of ${count} files are in this collection and unchanged.`,
    summaryOutside: offlineVerifier.totalChanged,
    summaryUnclear: offlineVerifier.totalUnclear,
    outside: "Not in this collection. Even one changed byte makes it a different file.",
    certificate: "The certificate of this collection, unchanged",
    unreadable: "Couldn't read this file. If it changed or was moved, please choose it again.",
    unproven:
      "The server lists this file, but its evidence record does not prove it. Please tell our support team.",
    unanswered: "The server did not answer for this file. Please try again in a moment.",
    saveRecord: (name: string) => `Save the evidence record of ${name}`,
    record: "Evidence record (.ers)",
    shown: (shown: string, count: string) => `${shown} of ${count} files are shown.`,
    showAll: offlineVerifier.showAll,
  },
  about: {
    title: `What is ${productName}?`,
    paragraphs: [
      `${productName} is a service that puts a date on documents. Someone uploaded a document to it and got back a stamped copy and a certificate. This page is the record of that: anyone with the serial number can read it.`,
      "It shows exactly which file the date is for, and who confirms that time. It does not show who wrote or owns the document, or whether what it says is true.",
    ],
    link: "Put a date on your own document",
  },
};
