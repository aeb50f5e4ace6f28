import { z } from "zod";
import { documentStatuses } from "../../../db/columns/documents.ts";
import { cleanDisplayName } from "../../formats/file-names.ts";
import { withoutInvisible, withoutStackedMarks } from "../../formats/text/visible-text.ts";
import { rule } from "../rules.ts";
import { documentViewSchema } from "./documents.output.schema.ts";
import { documentIdSchema } from "./documents.schema.ts";

const searchedKinds = ["pdf", "word", "image", "collection"] as const;
export type SearchedKind = (typeof searchedKinds)[number];

const documentSorts = ["newest", "oldest", "name", "name-descending", "largest"] as const;
export type DocumentSort = (typeof documentSorts)[number];

/** The longest search, in UTF-16 units. */
export const maxQuery = 200;

const time = z.iso.datetime({ offset: true });

/** The filters for the owner's documents. */
export const documentFilterSchema = z.object({
  query: z
    .string()
    .trim()
    .max(maxQuery, rule("search-too-long", "Search: please use at most 200 characters"))
    .optional()
    .describe(
      "Words, each of which is part of the name, note or other parties, or of the serial number; case and accents do not matter",
    ),
  status: z.enum(documentStatuses).optional(),
  kind: z
    .enum(searchedKinds)
    .optional()
    .describe("What was uploaded, or a collection, whose files were not uploaded"),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .describe("The SHA-256 of the file that was uploaded"),
  project: z.string().min(1).max(64).optional().describe("The ID of a project it belongs to"),
  from: time.optional().describe("Uploaded at this time or later"),
  before: time.optional().describe("Uploaded before this time"),
});
export type DocumentFilter = z.infer<typeof documentFilterSchema>;

const maxPerPage = 100;

export const findDocumentsSchema = documentFilterSchema
  .extend({
    sort: z.enum(documentSorts).default("newest"),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(maxPerPage).default(25),
  })
  .prefault({});
export type FindDocumentsInput = z.infer<typeof findDocumentsSchema>;

export const foundDocumentsSchema = z
  .object({
    documents: z.array(documentViewSchema),
    total: z.int().describe("How many documents match, on all pages"),
    page: z.int(),
    limit: z.int(),
  })
  .meta({ id: "FoundDocuments" });
export type FoundDocuments = z.infer<typeof foundDocumentsSchema>;

const maxName = 255;
const maxNote = 500;

/** The owner's name and note for a document. An empty name restores the attested one; omitted fields do not change. */
export const describeDocumentFieldsSchema = z.object({
  displayName: z
    .string()
    .trim()
    .max(maxName, rule("display-name-too-long", "Name: please use at most 255 characters"))
    .transform((name) => (name === "" ? null : cleanDisplayName(name)))
    .optional()
    .describe("The name shown to its owner; empty: the attested name again"),
  note: z
    .string()
    .trim()
    .max(maxNote, rule("note-too-long", "Note: please use at most 500 characters"))
    .transform((note) => withoutStackedMarks(withoutInvisible(note.replace(/\s+/g, " "))).trim() || null)
    .optional()
    .describe("A note of the owner, on one line, that only they see; empty: none"),
});
export const describeDocumentSchema = documentIdSchema.extend(describeDocumentFieldsSchema.shape);
export type DescribeDocumentInput = z.infer<typeof describeDocumentSchema>;
