import type { CertificateFacts } from "./certificate-facts.ts";

/** Everything the certificate of a collection says except the list of its files. The same facts give the same bytes. */
export type CollectionFacts = Pick<
  CertificateFacts,
  | "productName"
  | "origin"
  | "serialNumber"
  | "clientName"
  | "identity"
  | "time"
  | "timeZone"
  | "ownershipConfirmedAt"
  | "originalDate"
  | "otherParties"
  | "language"
  | "timeStamp"
  | "attestation"
> & {
  title: string;
  fileCount: number;
  totalBytes: number;
  /** Lower-case hex: the root of the hash tree. */
  root: string;
  /** False if the owner keeps the names private: the files are numbered. */
  hasNames: boolean;
  /** False if the owner wants only the root. */
  listsFiles: boolean;
};
