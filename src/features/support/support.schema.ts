import { z } from "zod";
import { normalizeText } from "../../formats/text/normalize-text.ts";
import { mailAddressSchema } from "../mail/mail.schema.ts";
import { rule } from "../rules.ts";

export const ticketCategories = ["technical", "billing", "general"] as const;
export type TicketCategory = (typeof ticketCategories)[number];

export const ticketStatuses = ["open", "in_progress", "resolved", "closed"] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

export const ticketPriorities = ["urgent", "high", "medium", "low"] as const;
export type TicketPriority = (typeof ticketPriorities)[number];

const longestMessage = 10_000;

/** Text that stays on one line, since it becomes an email header. */
const line = () =>
  z.string().overwrite((text) => normalizeText(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")));

/** Text with line breaks and tabs, and no other control characters. */
const paragraphs = (missing?: string) =>
  z
    .string(missing)
    .overwrite((text) => normalizeText(text.replace(/\r\n?/g, "\n").replace(/(?![\n\t])\p{Cc}/gu, "")));

export const submitTicketSchema = z.object({
  email: mailAddressSchema,
  subject: line()
    .trim()
    .min(5, rule("subject-too-short", "Subject must be at least 5 characters"))
    .max(200, rule("subject-too-long", "Subject too long")),
  message: paragraphs()
    .trim()
    .min(10, rule("message-too-short", "Message must be at least 10 characters"))
    .max(longestMessage, rule("message-too-long", "Message too long")),
  category: z.enum(ticketCategories, rule("category-unknown", "Please choose a category")).default("general"),
});
export type SubmitTicketInput = z.infer<typeof submitTicketSchema>;

/** The public form: everything is required, without minimum lengths. */
export const contactSchema = z.object({
  name: line()
    .trim()
    .min(1, rule("contact-name-required", "Name is required"))
    .max(100, rule("name-too-long", "Name too long")),
  email: z.string().min(1, rule("email-required", "Email is required")).pipe(mailAddressSchema),
  subject: line()
    .trim()
    .min(1, rule("subject-required", "Subject is required"))
    .max(200, rule("subject-too-long", "Subject too long")),
  message: paragraphs()
    .trim()
    .min(1, rule("message-required", "Message is required"))
    .max(longestMessage, rule("message-too-long", "Message too long")),
});
export type ContactInput = z.infer<typeof contactSchema>;

export const ticketIdSchema = z.object({ id: z.string().min(1).max(64) });

/** An answer by the ticket's author. */
export const answerTicketSchema = ticketIdSchema.extend({
  answer: paragraphs(rule("answer-required", "Please enter a reply"))
    .trim()
    .min(1, rule("answer-required", "Please enter a reply"))
    .max(longestMessage, rule("answer-too-long", "Reply too long")),
});
export type AnswerTicketInput = z.infer<typeof answerTicketSchema>;

const maxTickets = 1000;

/**
 * The next page of the list of tickets: at most `limit`, after the one with the `createdAt` and `id` in `cursor`,
 * separated by a comma; that ticket need not exist anymore.
 */
export const listTicketsSchema = z
  .object({
    cursor: z
      .string()
      .transform((text) => text.split(","))
      .pipe(z.tuple([z.iso.datetime(), z.string().min(1).max(64)]))
      .transform(([createdAt, id]) => ({ createdAt: new Date(createdAt), id }))
      .optional(),
    limit: z.coerce.number().int().min(1).max(maxTickets).default(maxTickets),
    status: z.enum(ticketStatuses, rule("status-unknown", "Please choose a status")).optional(),
    /** Part of the subject, the message or the address. */
    search: z.string().trim().max(255, rule("search-term-too-long", "Search term too long")).optional(),
  })
  .prefault({});
export type ListTicketsInput = z.output<typeof listTicketsSchema>;

/**
 * Any status may follow any other. A resolution must not be blank. An answer is emailed to the author at any status.
 */
export const updateTicketSchema = ticketIdSchema.extend({
  status: z.enum(ticketStatuses, rule("status-unknown", "Please choose a status")),
  resolution: paragraphs()
    .trim()
    .min(1, rule("resolution-required", "Please enter a resolution"))
    .max(longestMessage, rule("resolution-too-long", "Resolution too long"))
    .optional(),
  answer: paragraphs()
    .trim()
    .min(1, rule("answer-required", "Please enter a reply"))
    .max(longestMessage, rule("answer-too-long", "Reply too long"))
    .optional(),
});
export type UpdateTicketInput = z.infer<typeof updateTicketSchema>;
