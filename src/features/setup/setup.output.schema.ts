import { z } from "zod";
import { messageSchema } from "../outputs.schema.ts";

const setupParts = ["address", "anchors", "mail", "backups", "payments"] as const;
export type SetupPart = (typeof setupParts)[number];

export const missingPartSchema = z
  .object({
    part: z.enum(setupParts),
    ...messageSchema.shape,
    advice: messageSchema.describe("What the operator can do"),
  })
  .meta({ id: "MissingPart" });
export type MissingPartView = z.infer<typeof missingPartSchema>;
