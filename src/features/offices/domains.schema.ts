import { z } from "zod";
import { maxDomainLength } from "../../evidence/stated-identity.ts";
import { toAsciiDomain } from "../../formats/text/ascii-domain.ts";
import { rule } from "../rules.ts";

/** How many domains an office can have: one, the next one, and those of its branches. */
export const maxDomains = 5;

/** Two labels or more, as registries give them out; the last one is no number, so no address of a machine matches. */
const domainName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;
const invalid = rule("office-domain-invalid", "Please enter a domain, such as example.com");

/** A domain as someone types it, or the address of a page on it: in lower case, in punycode, without the last dot. */
const domainSchema = z
  .string()
  .trim()
  .max(300, invalid)
  .overwrite((text) => toAsciiDomain(text.replace(/^https?:\/\//i, "").replace(/\.?\/?$/, "")))
  .regex(domainName, { error: invalid, abort: true })
  .max(
    maxDomainLength,
    rule(
      "office-domain-too-long",
      "This domain is too long to be printed: at most {count} characters, please",
      {
        count: maxDomainLength,
      },
    ),
  );

export const addDomainSchema = z.object({
  name: domainSchema.describe("In any script; stored in punycode"),
});
export const domainIdSchema = z.object({ id: z.string().min(1).max(64) });
export const showDomainSchema = domainIdSchema.extend({
  isShown: z.boolean().describe("Whether it stands on new certificates; then no other domain does"),
});
export type ShowDomainInput = z.infer<typeof showDomainSchema>;
