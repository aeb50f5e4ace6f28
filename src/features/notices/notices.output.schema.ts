import { z } from "zod";
import { documentKinds } from "../../../db/columns/documents.ts";
import { noticeKinds } from "../../../db/columns/notices.ts";
import { timeSchema } from "../outputs.schema.ts";

const named = { id: z.string(), name: z.string() };

export const noticeSchema = z
  .object({
    id: z.string(),
    kind: z.enum(noticeKinds).describe("What happened"),
    createdAt: timeSchema,
    isRead: z.boolean(),
    office: z.object(named).nullable().describe("The office in which it happened; null for your own account"),
    document: z
      .object({ ...named, kind: z.enum(documentKinds) })
      .nullable()
      .describe("Of document-failed"),
    ticket: z.object({ id: z.string(), subject: z.string() }).nullable().describe("Of ticket-answered"),
    project: z.object(named).nullable().describe("Of project-acknowledged"),
    acknowledgedBy: z
      .string()
      .nullable()
      .describe("Of project-acknowledged: the name that the reader entered"),
    browser: z.string().nullable().describe("Of new-sign-in; null if unknown"),
    system: z.string().nullable().describe("Of new-sign-in: the operating system; null if unknown"),
  })
  .meta({ id: "Notice" });
export type NoticeView = z.infer<typeof noticeSchema>;

export const unreadSchema = z.object({ unread: z.int().min(0) }).meta({ id: "UnreadNotices" });
