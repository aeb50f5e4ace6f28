import { z } from "zod";
import { documentViewSchema } from "../documents/documents.output.schema.ts";
import { timeSchema } from "../outputs.schema.ts";

export const projectViewSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    note: z.string().nullable(),
    entryCount: z.int(),
    createdAt: timeSchema,
  })
  .meta({ id: "Project" });
export type ProjectView = z.infer<typeof projectViewSchema>;

const projectEntrySchema = z.object({
  document: documentViewSchema,
  version: z
    .object({ number: z.int(), of: z.int() })
    .nullable()
    .describe("Which version it is, of how many in this project; null if there is only one"),
});
export type ProjectEntry = z.infer<typeof projectEntrySchema>;

export const projectDetailsSchema = projectViewSchema
  .extend({
    entries: z
      .array(projectEntrySchema)
      .describe("In chronological order, by the time they were stamped or uploaded"),
    timelines: z
      .array(documentViewSchema)
      .describe("The timeline certificates of this project, newest first"),
  })
  .meta({ id: "ProjectDetails" });
export type ProjectDetails = z.infer<typeof projectDetailsSchema>;

export const movedSchema = z
  .object({ moved: z.int().describe("How many of them were still there") })
  .meta({ id: "Moved" });
