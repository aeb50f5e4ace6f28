import { z } from "zod";
import { doneSchema } from "../../../features/outputs.schema.ts";
import { adminTicketViewSchema, ticketViewSchema } from "../../../features/support/support.output.schema.ts";
import {
  answerTicketSchema,
  contactSchema,
  listTicketsSchema,
  submitTicketSchema,
  ticketIdSchema,
  updateTicketSchema,
} from "../../../features/support/support.schema.ts";
import {
  answerOwnTicket,
  listOwnTickets,
  listTickets,
  receiveContactMessage,
  removeTicket,
  submitTicket,
  updateTicket,
} from "../../../features/support/support.service.ts";
import { noLimit } from "../openapi/call-description.ts";
import { adminProcedure, publicProcedure, router, signedInProcedure } from "../trpc.ts";

export const supportRouter = router({
  submit: signedInProcedure
    .meta({
      rest: {
        route: "POST /api/support/ticket",
        idempotency: "kept",
        group: "Support",
        summary: "Open a ticket",
        about: "the caller",
        limits: ["ticketsPerAccount"],
      },
    })
    .input(submitTicketSchema)
    .output(ticketViewSchema)
    .mutation(({ ctx, input }) => submitTicket(ctx.deps, ctx.actor, input)),

  list: signedInProcedure
    .meta({
      rest: {
        route: "GET /api/support/tickets",
        group: "Support",
        summary: "Your tickets, newest first",
        about: "the caller",
        limits: noLimit.ownRows,
      },
    })
    .output(z.array(ticketViewSchema))
    .query(({ ctx }) => listOwnTickets(ctx.deps, ctx.actor)),

  answer: signedInProcedure
    .meta({
      rest: {
        route: "POST /api/support/tickets/:id/answers",
        idempotency: "kept",
        group: "Support",
        summary: "Reply in one of your tickets; this reopens it",
        about: "the caller",
        limits: ["ticketsPerAccount"],
        refusals: ["conflict"],
      },
    })
    .input(answerTicketSchema)
    .output(ticketViewSchema)
    .mutation(({ ctx, input }) => answerOwnTicket(ctx.deps, ctx.actor, input)),

  listAll: adminProcedure
    .meta({
      rest: {
        route: "GET /api/support/tickets/all",
        group: "Administration",
        summary: "All tickets, newest first",
        about: "clients, for admins",
        limits: noLimit.forAdmins,
      },
    })
    .input(listTicketsSchema)
    .output(z.array(adminTicketViewSchema))
    .query(({ ctx, input }) => listTickets(ctx.deps, ctx.actor, input)),

  update: adminProcedure
    .meta({
      rest: {
        route: "PATCH /api/support/tickets/:id",
        group: "Administration",
        summary: "Answer a ticket, or change its status",
        about: "clients, for admins",
        limits: noLimit.forAdmins,
      },
    })
    .input(updateTicketSchema)
    .output(adminTicketViewSchema)
    .mutation(({ ctx, input }) => updateTicket(ctx.deps, ctx.actor, input)),

  remove: adminProcedure
    .meta({
      rest: {
        route: "DELETE /api/support/tickets/:id",
        group: "Administration",
        summary: "Delete a ticket",
        about: "clients, for admins",
        limits: noLimit.forAdmins,
      },
    })
    .input(ticketIdSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await removeTicket(ctx.deps, ctx.actor, input.id);
      return { success: true };
    }),

  contact: publicProcedure
    .meta({
      rest: {
        route: "POST /api/contact",
        group: "Support",
        summary: "Contact us without an account",
        about: "the public",
        limits: ["contactMessagesPerAddress"],
      },
    })
    .input(contactSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await receiveContactMessage(ctx.deps, input, ctx.address);
      return { success: true };
    }),
});
