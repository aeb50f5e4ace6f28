import type { ErrorKind, FieldIssue, Message } from "../../errors.ts";
import type { OpenSeal, SealOptions } from "../../evidence/pades/seal.ts";
import type { AcknowledgementFacts } from "../../formats/certificate/acknowledgement.ts";
import type { CertificateFacts } from "../../formats/certificate/certificate-facts.ts";
import type { CollectionFacts } from "../../formats/certificate/collection-facts.ts";
import type { DeclarationFacts } from "../../formats/certificate/declaration.ts";
import type { TimelineFacts } from "../../formats/certificate/timeline.ts";
import type { OfficeType } from "../../formats/file-types.ts";
import type { PagePictureInput } from "../../formats/images/page-picture.ts";
import type { StampOutcome } from "../../formats/stamp/stamp.ts";
import type { StampFileInput } from "../../formats/stamp-file.ts";
import type { PreparedWord } from "../../formats/word/prepare-word-package.ts";

/** A file that a child wrote. `sha256` is lower-case hex. */
export type WrittenFile = { bytes: number; sha256: string };

/** What follows from the list of a collection's files. `fields`: the rest of the request, checked. */
type CollectionList = {
  fields: Record<string, unknown>;
  files: number;
  totalBytes: number;
  root: string;
  list: string;
  blockRoots: string;
};

/** Requests an unsigned seal at the end of a PDF. */
type Sealing = { seal?: SealOptions };
/** The location of the signatures to be filled in; missing if no seal was requested, and for pictures. */
type Sealed = { seal?: OpenSeal };

/**
 * The tasks of a child process. Messages contain paths, never bytes: a task may read one file, `input`, and write one
 * new file, `output`.
 */
export type Tasks = {
  stamp: { input: StampFileInput & Sealing; output: StampOutcome & WrittenFile & Sealed };
  /** Rejects a hostile text, e.g. a ZIP bomb, before LibreOffice opens it; `output` is a copy with fixed fields. */
  "prepare-text": {
    input: { input: string; output: string; fileType: OfficeType };
    output: PreparedWord & WrittenFile;
  };
  /** Lists the names of the fonts in a PDF. */
  "list-fonts": { input: { input: string }; output: { fonts: string[] } };
  /** Finds out whether a PDF can't be stamped because of its encryption. */
  "check-encryption": { input: { input: string }; output: { refusal?: Message } };
  /** Writes the certificate of `facts` to the new file `output`. */
  certificate: {
    input: { facts: CertificateFacts; output: string } & Sealing;
    output: WrittenFile & Sealed;
  };
  /**
   * Writes the first `bytes` bytes of a sealed PDF, i.e. the PDF before its seal, and appends another unsigned seal.
   */
  reseal: { input: { input: string; output: string; bytes: number; seal: SealOptions }; output: OpenSeal };
  /** Writes the list of a timeline certificate, before it is stamped, to the new file `output`. */
  timeline: { input: { facts: TimelineFacts; output: string }; output: WrittenFile };
  /**
   * Writes the certificate of a collection to the new file `output`; `input` has the list of its files
   * (formats/certificate/file-list.ts).
   */
  collection: {
    input: { facts: CollectionFacts; input: string; output: string } & Sealing;
    output: WrittenFile & Sealed;
  };
  /**
   * Reads the request that creates a collection, JSON in `input`, and writes the list of its files to the new file
   * `output`. `secret` is that of its hash tree (evidence/ers/hash-tree.ts), in hex.
   */
  "collection-list": {
    input: { input: string; output: string; secret: string };
    output: CollectionList & WrittenFile;
  };
  /** Writes SHA256SUMS for the list of a collection's files to the new file `output`. */
  sha256sums: { input: { input: string; output: string }; output: WrittenFile };
  /** Writes the document of an acknowledgment, before it is stamped, to the new file `output`. */
  acknowledgement: { input: { facts: AcknowledgementFacts; output: string }; output: WrittenFile };
  /** Draws page one to the new file `output`. */
  picture: { input: PagePictureInput; output: WrittenFile };
  /** Writes the declaration about a document to the new file `output`. */
  declaration: { input: { facts: DeclarationFacts; output: string }; output: WrittenFile };
};
export type TaskName = keyof Tasks;

export type TaskRequest = { [Name in TaskName]: { name: Name; input: Tasks[Name]["input"] } }[TaskName];

/** The refusals of a document that a child may report. */
export const refusalKinds = ["invalid", "unsupported", "out_of_space"] as const satisfies ErrorKind[];

/** A child's messages: `ready` once, then one reply to each request, in order. */
export type TaskReply =
  | { type: "ready" }
  /** The child could not warm up, but works. */
  | { type: "cold"; detail: string }
  | { type: "done"; output: Tasks[TaskName]["output"]; rss: number }
  | {
      type: "refused";
      kind: RefusalKind;
      message: Message;
      issues?: FieldIssue[];
      detail?: string;
      rss: number;
    }
  /** Not caused by the document; `code` is a system error such as ENOENT, or `libraryNotLoaded`. */
  | { type: "failed"; code?: string; detail: string; rss: number };
type RefusalKind = (typeof refusalKinds)[number];

/** The code of a failure of a child that could not load a library for its task. It is replaced. */
export const libraryNotLoaded = "LIBRARY_NOT_LOADED";

/** The longest reply, in bytes of its JSON: far more than any document needs. */
export const longestReply = 256 * 1024;

export const taskMessages = {
  tooSlow: {
    code: "processing-too-slow",
    text: "Processing took too long. Please try something smaller or simpler.",
  },
  crashed: {
    code: "document-not-processed-damaged",
    text: "Couldn't process this document. It may be damaged, or too large to open.",
  },
  interrupted: {
    code: "processing-interrupted",
    text: "The server was interrupted while it processed this document. Please try again.",
  },
} as const;
