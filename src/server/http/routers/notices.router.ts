import { z } from "zod";
import { noticeSchema, unreadSchema } from "../../../features/notices/notices.output.schema.ts";
import {
  changeNoticeMailsSchema,
  listNoticesSchema,
  maxNotices,
  noticeIdSchema,
  noticeMailsSchema,
  readAllSchema,
} from "../../../features/notices/notices.schema.ts";
import {
  changeNoticeMails,
  countUnreadNotices,
  readAllNotices,
  readNotice,
  readNoticeMails,
  readNotices,
} from "../../../features/notices/notices.service.ts";
import { doneSchema } from "../../../features/outputs.schema.ts";
import { noLimit } from "../openapi/call-description.ts";
import { router, signedInProcedure } from "../trpc.ts";

/** All are about the person, whatever office they act for. */
export const noticesRouter = router({
  list: signedInProcedure
    .meta({
      rest: {
        route: "GET /api/notices",
        group: "Notices",
        summary: "What you were told, newest first",
        about: "the caller",
        limits: noLimit.ownRows,
      },
    })
    .input(listNoticesSchema)
    .output(z.array(noticeSchema))
    .query(({ ctx, input }) => readNotices(ctx.deps, ctx.actor, input)),

  unread: signedInProcedure
    .meta({
      rest: {
        route: "GET /api/notices/unread",
        group: "Notices",
        summary: "How many you have not read yet",
        about: "the caller",
        limits: { none: `counts the caller's own rows, ${maxNotices} at most` },
      },
    })
    .output(unreadSchema)
    .query(async ({ ctx }) => ({ unread: await countUnreadNotices(ctx.deps, ctx.actor) })),

  read: signedInProcedure
    .meta({
      rest: {
        route: "POST /api/notices/:id/read",
        group: "Notices",
        summary: "Mark one as read",
        about: "the caller",
        limits: noLimit.oneRow,
        refusals: ["not_found"],
      },
    })
    .input(noticeIdSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await readNotice(ctx.deps, ctx.actor, input);
      return { success: true };
    }),

  readAll: signedInProcedure
    .meta({
      rest: {
        route: "POST /api/notices/read",
        group: "Notices",
        summary: "Mark all as read, up to the newest that you have seen",
        about: "the caller",
        limits: { none: `changes the caller's own rows, ${maxNotices} at most` },
      },
    })
    .input(readAllSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await readAllNotices(ctx.deps, ctx.actor, input);
      return { success: true };
    }),

  mails: signedInProcedure
    .meta({
      rest: {
        route: "GET /api/notices/mails",
        group: "Notices",
        summary: "Which notices you also get by email",
        about: "the caller",
        limits: noLimit.ownRows,
      },
    })
    .output(noticeMailsSchema)
    .query(({ ctx }) => readNoticeMails(ctx.deps, ctx.actor)),

  changeMails: signedInProcedure
    .meta({
      rest: {
        route: "PATCH /api/notices/mails",
        group: "Notices",
        summary: "Choose which notices you also get by email; a kind that is not given stays as it is",
        about: "the caller",
        limits: { none: "changes five rows" },
      },
    })
    .input(changeNoticeMailsSchema)
    .output(noticeMailsSchema)
    .mutation(({ ctx, input }) => changeNoticeMails(ctx.deps, ctx.actor, input)),
});
