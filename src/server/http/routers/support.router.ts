import {
  contactSchema,
  listTicketsSchema,
  submitTicketSchema,
  ticketIdSchema,
  updateTicketSchema,
} from "../../../features/support/support.schema.ts";
import {
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
    .mutation(({ ctx, input }) => submitTicket(ctx.deps, ctx.actor, input)),

  list: signedInProcedure.query(({ ctx }) => listOwnTickets(ctx.deps, ctx.actor)),

  listAll: adminProcedure
    .input(listTicketsSchema)
    .query(({ ctx, input }) => listTickets(ctx.deps, ctx.actor, input)),

  update: adminProcedure
    .input(updateTicketSchema)
    .mutation(({ ctx, input }) => updateTicket(ctx.deps, ctx.actor, input)),

  remove: adminProcedure.input(ticketIdSchema).mutation(({ ctx, input }) => {
    removeTicket(ctx.deps, ctx.actor, input.id);
    return { success: true };
  }),

  contact: publicProcedure.input(contactSchema).mutation(({ ctx, input }) => {
    receiveContactMessage(ctx.deps, input, ctx.address);
    return { success: true };
  }),
});
