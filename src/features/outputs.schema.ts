import { z } from "zod";

/** Schemas shared by several features. */

export const timeSchema = z.iso.datetime().describe("ISO 8601, UTC");
export const sha256Schema = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe("64 lower-case hex digits");

/** Of a stamp. */
export const timeZoneSchema = z
  .string()
  .describe(
    "The IANA zone in which the stamp and the certificate write times. Missing until processing starts, and for America/Chicago",
  );

/** The values for the placeholders of a message; see docs/error-codes.md. */
export const paramsSchema = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .describe("The values inserted into the sentence, by placeholder name");

/** A sentence for the user, with its code; see docs/error-codes.md. */
export const messageSchema = z.object({
  message: z.string(),
  code: z.string().describe("The code of message, which stays the same when the sentence is reworded"),
  params: paramsSchema.optional(),
});

/** Who made something of an office that works without signing in. */
export const makerFields = {
  madeBy: z
    .string()
    .nullable()
    .describe("The username of the member who made it; null for a deleted account"),
  isMember: z.boolean().describe("Whether that person still belongs to the office"),
};

export const doneSchema = z.object({ success: z.boolean() }).meta({ id: "Done" });
export const successSchema = z
  .object({ success: z.literal(true), ...messageSchema.shape })
  .meta({ id: "Success" });
export type Success = z.infer<typeof successSchema>;
