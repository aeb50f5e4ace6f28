import { z } from "zod";
import { setEmailSchema } from "../accounts/email.schema.ts";
import { timeSchema } from "../outputs.schema.ts";

export const requestDeletionSchema = setEmailSchema.pick({ currentPassword: true });
export type RequestDeletionInput = z.infer<typeof requestDeletionSchema>;

export const deletionAnswerSchema = z
  .object({ deletionAt: timeSchema.nullable().describe("When the account is deleted; null if it is kept") })
  .meta({ id: "AccountDeletion" });
export type DeletionAnswer = z.infer<typeof deletionAnswerSchema>;
