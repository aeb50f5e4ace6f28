import { z } from "zod";
import { planIds } from "../../../db/columns/billing.ts";
import { withAsciiDomain } from "../../formats/text/ascii-domain.ts";
import { mailAddressSchema } from "../mail/mail.schema.ts";
import { rule } from "../rules.ts";

export const searchKeys = ["email", "serial", "username"] as const;
export type SearchKey = (typeof searchKeys)[number];

export const maxFound = 100;

const term = z
  .string()
  .trim()
  .min(1, rule("search-term-required", "Please enter a search term"))
  .max(255, rule("search-term-too-long", "Search term too long"));

/** A search by exactly one of three fields. */
export const searchDocumentsSchema = z
  .object({ email: term.optional(), serial: term.optional(), username: term.optional() })
  .transform((given, context): { by: SearchKey; term: string } => {
    const [by, another] = searchKeys.filter((key) => given[key] !== undefined);
    if (by !== undefined && another === undefined) return { by, term: given[by] ?? "" };
    const message = rule("search-by-one", "Please search by exactly one of email, serial and username.");
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });

export const emailDocumentsSchema = z.object({
  email: mailAddressSchema,
  serialNumber: z
    .string()
    .trim()
    .min(1, rule("serial-number-required", "Please enter a serial number"))
    .max(64, rule("serial-number-too-long", "Serial number too long")),
});

const maxCreditsPerGrant = 1000;
const invalidGrant = rule(
  "credit-grant-invalid",
  "Please enter a valid email and positive number of credits",
);

/** Credits arrive as a number, or as the text of a form. */
export const grantCreditsSchema = z.object({
  userEmail: z.string(invalidGrant).trim().overwrite(withAsciiDomain).pipe(z.email(invalidGrant)),
  credits: z
    .union([z.number(), z.string().trim().regex(/^\d+$/).transform(Number)], invalidGrant)
    .pipe(z.int(invalidGrant).min(1, invalidGrant).max(maxCreditsPerGrant, invalidGrant)),
});
export type GrantCreditsInput = z.infer<typeof grantCreditsSchema>;

const maxUsers = 1000;

/** The next page of the list of users: at most `limit`, after the one whose id is `cursor`. */
export const listUsersSchema = z
  .object({
    cursor: z.string().min(1).max(64).optional(),
    limit: z.coerce.number().int().min(1).max(maxUsers).default(maxUsers),
    /** Part of the username, the address or a name. */
    search: z.string().trim().max(255, rule("search-term-too-long", "Search term too long")).optional(),
  })
  .prefault({});
export type ListUsersInput = z.output<typeof listUsersSchema>;

/** The columns that the list of users can be sorted by; "-" before one reverses it. */
const userColumns = [
  "username",
  "firstName",
  "lastName",
  "email",
  "createdAt",
  "lastLoginAt",
  "freeCredits",
] as const;
type UserColumn = (typeof userColumns)[number];
const reversed = userColumns.map((column) => `-${column}` as const);
export type UserSort = UserColumn | `-${UserColumn}`;

const yesOrNo = z.enum(["yes", "no"]);

/** An account counts as active for this many days after its last login. */
export const activeDays = 30;

/** A page of the accounts that match. */
export const findUsersSchema = z
  .object({
    search: listUsersSchema.unwrap().shape.search.describe("Part of the username, the address or a name"),
    plan: z.enum(planIds).optional().describe("Purchased and not refunded; trial: no purchase"),
    active: yesOrNo.optional().describe(`Whether the last login was in the last ${activeDays} days`),
    admin: yesOrNo.optional().describe("Whether it is an administrator's"),
    confirmed: yesOrNo.optional().describe("Whether its email address is confirmed"),
    sort: z.enum([...userColumns, ...reversed]).default("-createdAt"),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  })
  .prefault({});
export type FindUsersInput = z.output<typeof findUsersSchema>;

export const userIdSchema = z.object({ id: z.string().min(1).max(64) });

export const resetLinkSchema = userIdSchema.extend({
  by: z
    .enum(["email", "copy"])
    .default("copy")
    .describe("email: to the account's own address; copy: the answer has the link"),
});
export type ResetLinkInput = z.output<typeof resetLinkSchema>;

/** The opaque key of a stamped copy or certificate, as listed with its document. */
export const fileKeySchema = z.object({ path: z.string().min(1).max(100) });

/** `cursor` is the id of the last entry of the previous page. */
export const auditLogSchema = z.object({ cursor: z.string().min(1).max(64).optional() });

/** The figures of the last `days` days. */
export const figuresSchema = z
  .object({ days: z.coerce.number().int().min(1).max(90).default(30) })
  .prefault({});
export type FiguresInput = z.output<typeof figuresSchema>;
