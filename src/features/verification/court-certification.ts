import { programTitle } from "../../program-info.ts";

/** What the certification states about one record; the person who signs it fills in the rest. */
export type CertifiedRecord = {
  productName: string;
  origin: string;
  serialNumber: string;
  time: Date;
  isCollection: boolean;
  /** Names of its files with their SHA-256 in hex. */
  files: [name: string, sha256: string][];
  timeStamps: { about: string; authority: string; time: Date }[];
  /** The place of its entry in the public log; undefined without one. */
  entry: { log: string; index: number } | undefined;
};

const blank = "______________________________";
const utc = (time: Date) => `${time.toISOString().slice(0, 19).replace("T", " ")} UTC`;

/**
 * A draft of a certification under the U.S. Federal Rules of Evidence 902(13) and (14), with the form that Rule 902(11)
 * and 28 U.S.C. 1746 require, to be completed and signed by a qualified person of the operator. English only.
 */
export function writeCourtCertification(record: CertifiedRecord): string {
  const { productName, origin, serialNumber, time, files, timeStamps, entry } = record;
  const what = record.isCollection ? "a list of files" : "a document";
  const paragraphs = [
    "CERTIFICATION UNDER RULES 902(13) AND 902(14), FEDERAL RULES OF EVIDENCE",
    "A draft with the facts of one record. Have a lawyer adapt it: it is not legal advice. Only a person who knows these systems may sign it, and only what that person knows to be true: cross out the rest. Under Rule 902(11), the other party must get written notice before the trial, with a fair opportunity to look at the record and at this certification.",
    `1. I, ${blank}, am ${blank} (position) of ${blank}, which operates the service ${productName} at ${origin}. I am qualified to make this certification by ${blank} (training, experience), and know the process described below from my work with it.`,
    `THE PROCESS (Rule 902(13))`,
    `2. The service runs the program ${programTitle()}. When an account submits ${what}, the program, without a person’s intervention, computes the SHA-256 of each file, obtains time-stamps over these values (RFC 3161), signs a statement that contains the values, the time and a serial number (Ed25519, RFC 8037), and adds a commitment to that statement to a public log, to which entries can only be added (RFC 9162). A different file with the same SHA-256 is not known to have ever been found.`,
    "3. The process produces an accurate result: if one bit of a file, of a time-stamp, of the statement or of the log is changed afterwards, the check of the signatures fails. Programs that the operator did not write make the same check (the README of the evidence pack).",
    "4. The records were made at or near the time that they state, by this process, in the course of a regularly conducted activity of the operator, and making them is a regular practice of that activity (Rule 803(6)(A) to (C)).",
    `5. While this record was made, the server's clock was synchronized by ${blank}, and I know of no fault of the system that affects it, except: ${blank}.`,
    "THE RECORD",
    [
      `6. The serial number ${serialNumber} was issued on ${utc(time)}. The record has:`,
      ...files.map(([name, sha256]) => `   - ${name}: SHA-256 ${sha256}`),
      ...timeStamps.map(
        ({ about, authority, time: at }) => `   - a time-stamp over ${about} by ${authority}: ${utc(at)}`,
      ),
      entry
        ? `   - entry number ${entry.index}, counted from 0, of the public log ${entry.log}`
        : "   - no entry in the public log",
    ].join("\n"),
    "THE COPY (Rule 902(14))",
    `7. On ${blank} (date), I computed the SHA-256 of the file attached as Exhibit ${"______"} with ${blank} (program). The result was ${blank}, identical to the value of ${blank} in paragraph 6. Files with the same SHA-256 are exact duplicates of each other. The file was taken from ${blank}.`,
    "8. I do not certify who made the document, who owned it, or whether its content is true. The names in it were stated by the account and not checked.",
    "I declare under penalty of perjury under the laws of the United States of America that the foregoing is true and correct (28 U.S.C. 1746).",
    `Executed on ${blank} (date), at ${blank} (place).`,
    `${blank} (signature)`,
  ];
  return paragraphs.join("\n\n");
}
