import { z } from "zod";

/** What the answers of several features are made of. */

export const timeSchema = z.iso.datetime().describe("ISO 8601, UTC");
export const sha256Schema = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe("64 lower-case hex digits");

export const doneSchema = z.object({ success: z.boolean() }).meta({ id: "Done" });
export const successSchema = z
  .object({ success: z.literal(true), message: z.string() })
  .meta({ id: "Success" });
export type Success = z.infer<typeof successSchema>;
