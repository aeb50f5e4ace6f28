import { z } from "zod";
import { rule } from "../rules.ts";
import { maxChosen } from "./documents.schema.ts";
import { documentFilterSchema } from "./finding.schema.ts";

/** The most documents in one ZIP file. */
export const maxInZip = 500;

/** The documents of a ZIP file: those that are named, or those that match the filter. */
export const zipSchema = documentFilterSchema.omit({ status: true }).extend({
  ids: z
    .string()
    .max(8000)
    .refine(
      (ids) => ids.split(",").length <= maxChosen,
      rule("too-many-chosen", "Please choose at most 100 documents at a time."),
    )
    .optional()
    .describe("IDs of completed documents, separated by commas; without it, all that match the filter"),
  evidence: z
    .enum(["true", "false"])
    .default("false")
    .describe(
      "Whether to add the evidence pack of each document, which contains the original while it is stored",
    ),
});
export type ZipInput = z.infer<typeof zipSchema>;
