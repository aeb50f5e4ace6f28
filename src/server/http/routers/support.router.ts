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
import { adminProcedure, publicProcedure, router, signedInProcedure } from "../trpc.ts";

export const supportRouter = router({
  submit: signedInProcedure
    .input(submitTicketSchema)
    .output(ticketViewSchema)
    .mutation(({ ctx, input }) => submitTicket(ctx.deps, ctx.actor, input)),

  list: signedInProcedure
    .output(z.array(ticketViewSchema))
    .query(({ ctx }) => listOwnTickets(ctx.deps, ctx.actor)),

  answer: signedInProcedure
    .input(answerTicketSchema)
    .output(ticketViewSchema)
    .mutation(({ ctx, input }) => answerOwnTicket(ctx.deps, ctx.actor, input)),

  listAll: adminProcedure
    .input(listTicketsSchema)
    .output(z.array(adminTicketViewSchema))
    .query(({ ctx, input }) => listTickets(ctx.deps, ctx.actor, input)),

  update: adminProcedure
    .input(updateTicketSchema)
    .output(adminTicketViewSchema)
    .mutation(({ ctx, input }) => updateTicket(ctx.deps, ctx.actor, input)),

  remove: adminProcedure
    .input(ticketIdSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await removeTicket(ctx.deps, ctx.actor, input.id);
      return { success: true };
    }),

  contact: publicProcedure
    .input(contactSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await receiveContactMessage(ctx.deps, input, ctx.address);
      return { success: true };
    }),
});
