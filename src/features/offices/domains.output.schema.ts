import { z } from "zod";
import { domainOutcomes } from "../../../db/columns/offices.ts";
import { timeSchema } from "../outputs.schema.ts";

export const officeDomainSchema = z
  .object({
    id: z.string(),
    name: z.string().describe("In lower case, in ASCII (punycode)"),
    unicode: z.string().describe("The same in its own script; equal to name for most domains"),
    state: z
      .enum(["pending", "verified", "failing", "lost"])
      .describe(
        "pending: its record was not seen yet; failing: still verified, though the last check did not find its record; lost: no longer verified",
      ),
    isShown: z.boolean().describe("Whether it stands on new certificates while it is verified"),
    seenAt: timeSchema.nullable().describe("When its record was last seen"),
    checkedAt: timeSchema.nullable(),
    outcome: z
      .enum(domainOutcomes)
      .nullable()
      .describe(
        "What the last check found. wildcard: every name of the domain has the value, which does not count; unreachable: no answer, which does not count either",
      ),
    record: z
      .object({ type: z.literal("TXT"), name: z.string(), value: z.string() })
      .nullable()
      .describe("The record to publish in the DNS, which stays there; null for members below manager"),
  })
  .meta({ id: "OfficeDomain" });
export type OfficeDomainView = z.infer<typeof officeDomainSchema>;
