import { type NoticeKind, noticeKinds } from "../../../db/columns/notices.ts";
import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { growingId } from "../../platform/growing-id.ts";
import type { Deps } from "../deps.ts";
import type { NoticeView } from "./notices.output.schema.ts";
import {
  countUnread,
  type DescribedNotice,
  deleteNoticesBefore,
  deleteNoticesOf,
  deleteNoticesOfOffice,
  deleteOldestNotices,
  hasNotice,
  hasUnreadOfPlan,
  insertNotice,
  listMailChoices,
  listNotices,
  markRead,
  markReadAbout,
  setMailChoice,
} from "./notices.repo.ts";
import {
  type ChangeNoticeMailsInput,
  type ListNoticesInput,
  maxNotices,
  maxOthers,
  maxSignIns,
  type NoticeMails,
} from "./notices.schema.ts";
import { isMailedByDefault, keptMs, type NewNotice } from "./notices.ts";

/**
 * Notices are for people, whatever office they act for. The accounts' feature decides who is told, and mails it
 * (accounts/owner-notices.service.ts).
 */
type Person = { id: string };

/**
 * In the transaction of what happened: stores the notice for this person, and deletes the oldest beyond the limit.
 * Sign-ins count separately, so that who signs in cannot fail documents until no notice says that they did.
 */
export async function addNotice(
  { db, now }: Pick<Deps, "db" | "now">,
  userId: string,
  notice: NewNotice,
): Promise<void> {
  const createdAt = new Date(now());
  await insertNotice(db, { ...notice, id: growingId(createdAt), userId, createdAt });
  const isSignIn = notice.kind === "new-sign-in";
  await deleteOldestNotices(db, userId, { isSignIn, kept: isSignIn ? maxSignIns : maxOthers });
}

/**
 * Whether a person has yet to read the same: the last document of a plan comes back when it fails, and can be used up
 * any number of times.
 */
export async function isToldAlready(
  { db }: Pick<Deps, "db">,
  userId: string,
  { kind, officeId = null }: NewNotice,
): Promise<boolean> {
  return kind === "plan-used-up" && (await hasUnreadOfPlan(db, userId, officeId));
}

/** Whether a person gets this kind of notice by email, too. */
export async function wantsMail(
  { db }: Pick<Deps, "db">,
  userId: string,
  kind: NoticeKind,
): Promise<boolean> {
  return (await listMailChoices(db, userId)).get(kind) ?? isMailedByDefault[kind];
}

/** The person's notices, newest first. */
export async function readNotices(
  { db }: Pick<Deps, "db">,
  person: Person,
  { limit, cursor }: ListNoticesInput,
): Promise<NoticeView[]> {
  return (await listNotices(db, person.id, { limit, last: cursor })).map(toView);
}

/** All notices of the person, for the export of their account. */
export async function exportNotices(
  { db }: Pick<Deps, "db">,
  person: Person,
): Promise<{ notices: NoticeView[]; mailed: NoticeMails }> {
  return {
    notices: (await listNotices(db, person.id, { limit: maxNotices })).map(toView),
    mailed: await readNoticeMails({ db }, person),
  };
}

export async function countUnreadNotices({ db }: Pick<Deps, "db">, person: Person): Promise<number> {
  return countUnread(db, person.id);
}

/** Throws `not_found`, also for a notice to someone else. */
export async function readNotice(
  { db, now }: Pick<Deps, "db" | "now">,
  person: Person,
  { id }: { id: string },
): Promise<void> {
  if (!(await hasNotice(db, person.id, id)))
    throw new AppError("not_found", "notice-not-found", "This notice does not exist.");
  await markRead(db, person.id, { id }, new Date(now()));
}

/** Marks all notices up to this one as read: those that came later were not seen yet. */
export async function readAllNotices(
  { db, now }: Pick<Deps, "db" | "now">,
  person: Person,
  { upTo }: { upTo: string },
): Promise<void> {
  await markRead(db, person.id, { upTo }, new Date(now()));
}

/** In the transaction that starts a document once more: its failure needs no attention anymore. */
export async function settleNotices(
  { db, now }: Pick<Deps, "db" | "now">,
  documentId: string,
): Promise<void> {
  await markReadAbout(db, documentId, new Date(now()));
}

/** Which notices are mailed to the person. */
export async function readNoticeMails({ db }: Pick<Deps, "db">, person: Person): Promise<NoticeMails> {
  return { ...isMailedByDefault, ...Object.fromEntries(await listMailChoices(db, person.id)) };
}

/** Changes those that are given. */
export async function changeNoticeMails(
  deps: Pick<Deps, "db">,
  person: Person,
  changes: ChangeNoticeMailsInput,
): Promise<NoticeMails> {
  return transaction(deps, async (deps) => {
    for (const kind of noticeKinds) {
      const isMailed = changes[kind];
      if (isMailed !== undefined) await setMailChoice(deps.db, person.id, kind, isMailed);
    }
    return readNoticeMails(deps, person);
  });
}

/** In the transaction in which a member leaves an office: they keep nothing that they were told about it. */
export async function forgetOffice(
  { db }: Pick<Deps, "db">,
  officeId: string,
  userId: string,
): Promise<void> {
  await deleteNoticesOfOffice(db, officeId, userId);
}

/** In the transaction that deletes an account: deletes its notices, those about an office, and its choices. */
export async function forgetNotices({ db }: Pick<Deps, "db">, accountId: string): Promise<void> {
  await deleteNoticesOf(db, accountId);
}

export async function deleteOldNotices({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  await deleteNoticesBefore(db, new Date(now() - keptMs));
}

function toView({ notice, office, document, ticket, share, project }: DescribedNotice): NoticeView {
  return {
    id: notice.id,
    kind: notice.kind,
    createdAt: notice.createdAt.toISOString(),
    isRead: notice.readAt !== null,
    office: office && { id: office.id, name: office.firstName ?? "" },
    document: document && {
      id: document.id,
      name: document.displayName ?? document.originalName,
      kind: document.kind,
    },
    ticket: ticket && { id: ticket.id, subject: ticket.subject },
    project: project && { id: project.id, name: project.name },
    acknowledgedBy: share?.acknowledgedBy ?? null,
    browser: notice.browser,
    system: notice.system,
  };
}
