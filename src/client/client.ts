import { z } from "zod";
import { fileTypes } from "../formats/file-types.ts";

/** What the client reads of a document; the server's answer has more (documents/documents.schema.ts). */
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

/** How every document of a run is to be stamped, in the names of the API. */
export type StampWishes = {
  position?: string | undefined;
  originalDate?: string | undefined;
  otherParties?: string | undefined;
};

/** How far one file is; `share` is of its bytes, from 0 to 1, where that is known. */
export type Stage = { name: "sending" | "stamping" | "loading"; share?: number };

/** A fault that passes by itself; `waitMs` is how long the server asks to wait. */
export class TransientError extends Error {
  readonly waitMs: number | undefined;

  constructor(message: string, waitMs?: number) {
    super(message);
    this.name = "TransientError";
    this.waitMs = waitMs;
  }
}

/** The server cannot be reached, now and for the files that would follow. */
export class Unreachable extends Error {}
