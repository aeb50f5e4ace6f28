import { z } from "zod";
import type { NoticeKind } from "../../../db/columns/notices.ts";

/** The newest about sign-ins, and the newest others, that a person can have; older ones are deleted. */
export const maxSignIns = 50;
export const maxOthers = 150;
export const maxNotices = maxSignIns + maxOthers;

export const listNoticesSchema = z.object({
  limit: z.coerce.number().int().min(1).max(maxNotices).default(50),
  cursor: z.string().min(1).max(64).optional().describe("The ID of the last notice that you have"),
});
export type ListNoticesInput = z.infer<typeof listNoticesSchema>;

export const noticeIdSchema = z.object({ id: z.string().min(1).max(64) });

export const readAllSchema = z.object({
  upTo: z.string().min(1).max(64).describe("The ID of the newest notice that you have seen"),
});

/** Also the answer: which kinds are mailed. */
export const noticeMailsSchema = z
  .object({
    "document-failed": z.boolean().describe("A document could not be stamped"),
    "plan-used-up": z.boolean().describe("The last document of a plan was used"),
    "domain-lost": z.boolean().describe("A domain of an office is no longer verified"),
    "seats-changed": z.boolean().describe("An office pays for a different number of members"),
    "ticket-answered": z.boolean().describe("A support ticket was answered"),
    "project-acknowledged": z.boolean().describe("Someone acknowledged a shared project"),
    "new-sign-in": z.boolean().describe("Someone signed in from a new browser or device"),
  } satisfies Record<NoticeKind, z.ZodBoolean>)
  .meta({ id: "NoticeMails" });
export type NoticeMails = z.infer<typeof noticeMailsSchema>;

export const changeNoticeMailsSchema = noticeMailsSchema.partial();
export type ChangeNoticeMailsInput = z.infer<typeof changeNoticeMailsSchema>;
