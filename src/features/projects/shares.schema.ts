import { z } from "zod";
import { sharedDownloads } from "../../../db/columns/shares.ts";
import { recipientSchema } from "../documents/email.schema.ts";
import { rule } from "../rules.ts";
import { oneLine, projectIdSchema } from "./projects.schema.ts";

/** Maximum number of shares per project, including revoked ones. */
export const maxShares = 100;
const maxShareDays = 365;
const maxLabel = 100;
const minPassword = 8;
const maxPassword = 200;

const label = z
  .string()
  .max(maxLabel, rule("share-label-too-long", "Link name: please use at most 100 characters"))
  .transform((text) => oneLine(text) || null)
  .describe("Who the link is for, in the owner's own words; only the owner sees it");

const newPassword = z
  .string()
  .min(minPassword, rule("share-password-too-short", "Password: please use at least 8 characters"))
  .max(maxPassword, rule("share-password-too-long", "Password: please use at most 200 characters"));

const linkFields = z.object({
  expiresInDays: z
    .int()
    .min(1)
    .max(maxShareDays, rule("share-too-long", "A link works for 365 days at most."))
    .default(30),
  password: newPassword.optional().describe("Everyone who opens the link has to enter it"),
  downloads: z
    .enum(sharedDownloads)
    .default("copies")
    .describe("everything: includes evidence packs, with the original while it is kept"),
});

export const createShareSchema = projectIdSchema.extend(linkFields.shape).extend({ label: label.optional() });
export type CreateShareInput = z.infer<typeof createShareSchema>;

/** Emails a link to a page with the button "I have seen this". */
export const requestAcknowledgementSchema = projectIdSchema
  .extend(linkFields.shape)
  .extend(recipientSchema.shape);
export type AskAcknowledgementInput = z.infer<typeof requestAcknowledgementSchema>;

export const shareIdSchema = z.object({ id: z.string().min(1).max(64) });

const token = z.string().max(200, rule("link-incomplete", "This link is incomplete."));
const pass = z.string().max(200).optional().describe("From an earlier answer, instead of the password");

export const openShareSchema = z.object({
  token: token.describe("The end of the link's address"),
  password: z.string().max(maxPassword).optional(),
  pass,
});
export type OpenShareInput = z.infer<typeof openShareSchema>;

/** A document of a share. */
export const sharedFileSchema = z.object({ token, pass, serialNumber: z.string().max(64).default("") });
export type SharedFileInput = z.infer<typeof sharedFileSchema>;

/** All documents of a share. */
export const sharedZipSchema = z.object({
  token,
  pass,
  evidence: z
    .enum(["true", "false"])
    .default("false")
    .describe("Whether to add the evidence pack of each document, if the link allows everything"),
});
export type SharedZipInput = z.infer<typeof sharedZipSchema>;

/** Maximum length of the name on an acknowledgment, which must fit on one line. */
const maxSignature = 100;
const maxMessage = 500;

export const acknowledgeSchema = z.object({
  token,
  pass,
  name: z
    .string(rule("acknowledgement-name-required", "Please enter your name"))
    .max(maxSignature, rule("acknowledgement-name-too-long", "Name: please use at most 100 characters"))
    .transform(oneLine)
    .refine((text) => text !== "", rule("acknowledgement-name-required", "Please enter your name")),
  message: z
    .string()
    .max(maxMessage, rule("acknowledgement-message-too-long", "Message: please use at most 500 characters"))
    .transform((text) => oneLine(text) || null)
    .optional(),
  list: z.string().max(64).describe("The `list` of the project as it was shown"),
});
export type AcknowledgeInput = z.infer<typeof acknowledgeSchema>;

/** The codes of refusals of downloads by a link that still works. Each has its own words on the page. */
export const downloadRefusals = [
  "document-not-in-project",
  "no-documents-in-project",
  "download-not-shared",
  "share-password-needed",
] as const;
