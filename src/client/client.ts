import { z } from "zod";
import { fileTypes } from "../formats/file-types.ts";

/** The part of a document that the client uses; the server's answer has more (documents/documents.schema.ts). */
export const remoteDocument = z.object({
  id: z.string().min(1).max(64),
  originalName: z.string(),
  fileType: z.enum(fileTypes),
  status: z.enum(["uploaded", "processing", "completed", "error"]),
  serialNumber: z.string().nullable(),
  errorMessage: z.string().nullable(),
  sha256: z.string(),
  stampedSha256: z.string().nullable(),
  stampedType: z.string().nullable(),
  certificateSha256: z.string().nullable(),
  originalDeletedAt: z.string().nullable(),
});
export type RemoteDocument = z.infer<typeof remoteDocument>;

/** The part of a collection that the client uses (collections/collections.output.schema.ts). */
export const remoteCollection = remoteDocument
  .pick({
    id: true,
    status: true,
    serialNumber: true,
    errorMessage: true,
    sha256: true,
    certificateSha256: true,
  })
  .extend({ title: z.string(), sha256sumsSha256: z.string().nullable() });
export type RemoteCollection = z.infer<typeof remoteCollection>;

/** The body of POST /api/collections. */
export type SentCollection = {
  title: string;
  files: { name?: string; size: number; sha256: string }[];
  hideNames: boolean;
  originalDate?: string | undefined;
  otherParties?: string | undefined;
};

/** The progress of one file; `share` is the fraction of its bytes from 0 to 1, if known. */
export type Stage = { name: "sending" | "stamping" | "loading"; share?: number };

/** A temporary error; `waitMs` is how long the server asks to wait. */
export class TransientError extends Error {
  readonly waitMs: number | undefined;

  constructor(message: string, waitMs?: number) {
    super(message);
    this.name = "TransientError";
    this.waitMs = waitMs;
  }
}

/** The server cannot be reached, so the following files would fail too. */
export class Unreachable extends Error {}
