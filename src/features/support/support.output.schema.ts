import { z } from "zod";
import { timeSchema } from "../outputs.schema.ts";
import { ticketCategories, ticketPriorities, ticketStatuses } from "./support.schema.ts";

const answerViewSchema = z.object({
  id: z.string(),
  message: z.string(),
  createdAt: timeSchema,
  from: z.enum(["support", "writer"]).describe("Who wrote it: support, or the writer of the ticket"),
});

const mailStates = ["queued", "sending", "sent", "saved", "failed", "uncertain"] as const;

/** A ticket as its author sees it. */
export const ticketViewSchema = z
  .object({
    id: z.string(),
    /** Empty after it was deleted with the account. */
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    category: z.enum(ticketCategories),
    priority: z.enum(ticketPriorities),
    status: z.enum(ticketStatuses),
    resolution: z.string().nullable(),
    createdAt: timeSchema,
    updatedAt: timeSchema,
    answers: z.array(answerViewSchema).describe("What support and the writer answered, oldest first"),
  })
  .meta({ id: "Ticket" });
export type TicketView = z.infer<typeof ticketViewSchema>;

/** A ticket as admins see it; `userId` is null for messages from the public contact form. */
export const adminTicketViewSchema = ticketViewSchema
  .extend({
    userId: z.string().nullable(),
    assignedTo: z.string().nullable(),
    answers: z.array(
      answerViewSchema.extend({
        mail: z
          .enum(mailStates)
          .nullable()
          .describe("The state of the email; null without one, and a month after it was sent"),
      }),
    ),
  })
  .meta({ id: "AdminTicket" });
export type AdminTicketView = z.infer<typeof adminTicketViewSchema>;
