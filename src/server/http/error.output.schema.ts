import { z } from "zod";

const said = {
  message: z.string().describe("A sentence for the user"),
  code: z.string().describe("Identifies the message; stays the same when the sentence is reworded"),
  params: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .readonly()
    .optional()
    .describe("The values inserted into the message, by name"),
};
const issue = z.object({ path: z.string().describe("Name of the field"), ...said });

/** The error members common to tRPC, REST and plain routes. */
const refusalSchema = z.object({
  ...said,
  requestId: z.string().describe("To quote to the operator; also in the header X-Request-Id"),
  issues: z.array(issue).optional().describe("What is wrong with each field (400)"),
  requiresPayment: z.literal(true).optional().describe("With 402"),
  /** The session belongs to another account than the caller named. */
  accountChanged: z.literal(true).optional(),
});
export type Refusal = z.infer<typeof refusalSchema>;

/** The JSON body of every error: our members in addition to those of problem details (RFC 9457). */
export const errorBodySchema = refusalSchema
  .extend({
    type: z.literal("about:blank").describe("With title, status and detail: problem details (RFC 9457)"),
    title: z.string().describe("The name of the status"),
    status: z.int(),
    detail: z.string().describe("The message again"),
  })
  .meta({ id: "Error" });
export type ErrorBody = z.infer<typeof errorBodySchema>;
