import { z } from "zod";

const issue = z.object({ path: z.string().describe("Name of the field"), message: z.string() });

/** The JSON body of every refusal. */
export const errorBodySchema = z
  .object({
    message: z.string().describe("A sentence for the user"),
    requestId: z.string().describe("To quote to the operator; also in the header X-Request-Id"),
    issues: z.array(issue).optional().describe("What is wrong with which field (400)"),
    requiresPayment: z.literal(true).optional().describe("With 402"),
    /** The session is not that of the account the caller named. */
    accountChanged: z.literal(true).optional(),
  })
  .meta({ id: "Error" });
export type ErrorBody = z.infer<typeof errorBodySchema>;
