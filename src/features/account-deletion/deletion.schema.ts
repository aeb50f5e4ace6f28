import { z } from "zod";
import { type Proof, proofSchema } from "../accounts/second-factor.schema.ts";
import { timeSchema } from "../outputs.schema.ts";

export const requestDeletionSchema = proofSchema;
export type RequestDeletionInput = Proof;

export const deletionAnswerSchema = z
  .object({ deletionAt: timeSchema.nullable().describe("When the account is deleted; null if it is kept") })
  .meta({ id: "AccountDeletion" });
export type DeletionAnswer = z.infer<typeof deletionAnswerSchema>;
