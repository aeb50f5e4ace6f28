/** What the server accepts from a child. The child needs no schemas, so its first document does not wait for them. */
import { z } from "zod";
import { stampedTypes } from "../../formats/file-types.ts";
import { refusalKinds, type TaskName, type Tasks } from "./tasks.ts";

const count = z.int().min(0);
const range = z.strictObject({ start: count, end: count });
const params = z.record(z.string(), z.union([z.string(), z.number()])).optional();
const message = z.strictObject({ code: z.string(), text: z.string(), params });
const issue = z.strictObject({ path: z.string(), message: z.string(), code: z.string(), params });
const usedText = z.strictObject({ fonts: z.array(z.string()).optional(), characters: z.array(z.string()) });
const writtenFile = z.strictObject({ bytes: count, sha256: z.string() });
const openSignature = z.strictObject({ placeholder: range, covered: count });
const openSeal = z.strictObject({ before: count, seal: openSignature, timeStamp: openSignature });
const sealedFile = writtenFile.extend({ seal: openSeal.optional() });

/** What a child may answer to each task: a document may have taken it over. */
export const taskOutputs = {
  stamp: sealedFile.extend({
    contentType: z.enum(stampedTypes),
    pages: count,
    isA4: z.boolean().optional(),
    originalKept: z.boolean(),
    notes: z.array(message),
    placeholder: range.optional(),
  }),
  "prepare-text": writtenFile.extend({
    isPlain: z.boolean(),
    tracksChanges: z.boolean(),
    hasEquations: z.boolean(),
    text: usedText.optional(),
    notes: z.array(message),
  }),
  "list-fonts": z.strictObject({ fonts: z.array(z.string()) }),
  "check-encryption": z.strictObject({ refusal: message.optional() }),
  certificate: sealedFile,
  reseal: openSeal,
  timeline: writtenFile,
  collection: sealedFile,
  "collection-list": writtenFile.extend({
    fields: z.record(z.string(), z.unknown()),
    files: count,
    totalBytes: count,
    root: z.string(),
    list: z.string(),
    blockRoots: z.string(),
  }),
  sha256sums: writtenFile,
  acknowledgement: writtenFile,
  picture: writtenFile,
  declaration: writtenFile,
} satisfies { [Name in TaskName]: z.ZodType<Tasks[Name]["output"]> };

const rss = z.number().min(0);
/** A reply whose output is still to be checked against the schema of its task. */
export const replySchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("ready") }),
  z.strictObject({ type: z.literal("cold"), detail: z.string() }),
  z.strictObject({ type: z.literal("done"), output: z.unknown(), rss }),
  z.strictObject({
    type: z.literal("refused"),
    kind: z.enum(refusalKinds),
    message,
    issues: z.array(issue).optional(),
    detail: z.string().optional(),
    rss,
  }),
  z.strictObject({ type: z.literal("failed"), code: z.string().optional(), detail: z.string(), rss }),
]);
