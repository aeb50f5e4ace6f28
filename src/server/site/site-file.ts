import { z } from "zod";
import type { PlanId } from "../../../db/columns/billing.ts";
import { languageCodes } from "../../formats/languages.ts";

/** The smallest amount that Stripe accepts. */
const lowestPrice = 0.5;
const highestPrice = 10_000;
const maxDocuments = 10_000;

const text = (max: number) =>
  z
    .string("Please write text in quotes")
    .trim()
    .min(1, "Please write at least one character")
    .max(max, `Please write at most ${max} characters`)
    .regex(/^[^\p{Cc}]*$/u, "Please write one line");

const yesOrNo = z.boolean("Please write true or false");

const color = z
  .string('Please write a color such as "#7a1f5c"')
  .regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'Please write a color such as "#7a1f5c"');

/** US dollars, read as cents. */
const price = z
  .number("Please write a number of US dollars such as 4.99")
  .min(lowestPrice, `Please write ${lowestPrice.toFixed(2)} or more: Stripe charges no less`)
  .max(highestPrice, `Please write ${highestPrice} or less`)
  .refine((dollars) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6, {
    error: "Please write dollars and whole cents such as 4.99",
  })
  .transform((dollars) => Math.round(dollars * 100));

const documents = z
  .int(`Please write a whole number from 1 to ${maxDocuments}`)
  .min(1, `Please write a whole number from 1 to ${maxDocuments}`)
  .max(maxDocuments, `Please write a whole number from 1 to ${maxDocuments}`);

const maxBadge = 24;
const badgeText = text(maxBadge);
const badge = z
  .union([badgeText, z.record(z.enum(languageCodes), badgeText), z.null()], {
    error: `Please write a short text such as "Best value" (at most ${maxBadge} characters), {${languageCodes.map((code) => `"${code}": "…"`).join(", ")}}, or null for none`,
  })
  .optional();

const plan = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, { error: explain(Object.keys(shape)) }).optional();

/** An operator's changes to each plan. */
const planFields = {
  trial: plan({ documents: documents.optional() }),
  payper: plan({ price: price.optional(), badge }),
  smallbundle: plan({
    offered: yesOrNo.optional(),
    price: price.optional(),
    documents: documents.optional(),
    badge,
  }),
  bundle: plan({
    offered: yesOrNo.optional(),
    price: price.optional(),
    documents: documents.optional(),
    badge,
  }),
  unlimited: plan({
    offered: yesOrNo.optional(),
    price: price.optional(),
    taxable: yesOrNo.optional(),
    perMember: yesOrNo.optional(),
    badge,
  }),
} as const satisfies Record<PlanId, z.ZodType>;

/** The content of site.json. Everything is optional; missing fields change nothing. */
const fields = {
  name: text(40).optional(),
  accentColor: z
    .union([color.transform((light) => ({ light })), z.strictObject({ light: color, dark: color })], {
      error: 'Please write a color such as "#7a1f5c", or {"light": "#7a1f5c", "dark": "#e3a8cf"}',
    })
    .optional(),
  supportEmail: z
    .email("Please write an email address")
    .max(255, "Please write at most 255 characters")
    .optional(),
  nameBesideLogo: yesOrNo.optional(),
  plans: z.strictObject(planFields, { error: explain(Object.keys(planFields)) }).optional(),
} as const;

export const siteSchema = z.strictObject(fields, { error: explain(Object.keys(fields)) });

export type SiteFile = z.infer<typeof siteSchema>;

/** The error for a value that is not an object, or has an unknown field. */
function explain(names: string[]) {
  return (issue: z.core.$ZodRawIssue): string => {
    const known = `The fields here are ${names.join(", ")}.`;
    if (issue.code === "unrecognized_keys")
      return `${issue.keys.map((key) => `"${key}"`).join(", ")} is not known. ${known}`;
    return `Please write {…}. ${known}`;
  };
}
