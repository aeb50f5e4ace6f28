import { z } from "zod";
import { withoutInvisible, withoutStackedMarks } from "../../formats/text/visible-text.ts";
import { maxChosen } from "../documents/documents.schema.ts";
import { rule } from "../rules.ts";

/** Maximum number of projects per account, because the list is not paginated. */
export const maxProjects = 200;
/** Maximum number of documents per project: as many as fit into one ZIP file. */
export const maxEntries = 500;
/** Maximum length of a name, so that it fits on one line of a certificate. */
export const maxProjectName = 100;
/** Maximum length of a note. */
const maxNote = 500;

/** Text on one line, without invisible characters. */
export const oneLine = (text: string) =>
  withoutStackedMarks(withoutInvisible(text.replace(/\s+/g, " "))).trim();

const name = z
  .string(rule("project-name-required", "Please enter a name for the project"))
  .max(maxProjectName, rule("project-name-too-long", "Project name: please use at most 100 characters"))
  .transform(oneLine)
  .refine((text) => text !== "", rule("project-name-required", "Please enter a name for the project"));
const note = z
  .string()
  .trim()
  .max(maxNote, rule("note-too-long", "Note: please use at most 500 characters"))
  .transform((text) => oneLine(text) || null)
  .describe("A note of the owner, on one line; empty: none");

const id = z.string().min(1).max(64);
const chosen = z
  .array(id)
  .min(1, rule("nothing-chosen", "Please choose at least one document."))
  .max(maxChosen, rule("too-many-chosen", "Please choose at most 100 documents at a time."));

export const projectIdSchema = z.object({ id });
export const projectFieldsSchema = z.object({ name, note: note.optional() });
export type CreateProjectInput = z.infer<typeof projectFieldsSchema>;
export const updateProjectSchema = projectIdSchema.extend(projectFieldsSchema.partial().shape);
export type UpdateProjectInput = z.infer<typeof updateProjectSchema>;
export const moveEntriesSchema = projectIdSchema.extend({ ids: chosen.describe("IDs of documents") });
export const removeEntriesSchema = z.object({ ids: chosen.describe("IDs of documents") });
export const linkVersionsSchema = moveEntriesSchema.extend({
  isLinked: z
    .boolean()
    .default(true)
    .describe(
      "False: documents are versions of one another only if their names are equal, which is the default",
    ),
});
export const createTimelineSchema = projectIdSchema.extend({
  exhibits: z
    .string()
    .regex(
      /^[A-Z]{1,3}$/,
      rule("exhibit-letters-invalid", "Exhibit letters: please use one to three letters, A to Z"),
    )
    .optional()
    .describe("Numbers the entries as exhibits, e.g. A-1, A-2 for A"),
  hasDeclaration: z
    .boolean()
    .default(false)
    .describe("Adds a declaration about all entries, to be filled in by hand"),
});
export type CreateTimelineInput = z.infer<typeof createTimelineSchema>;
export type LinkVersionsInput = z.infer<typeof linkVersionsSchema>;
