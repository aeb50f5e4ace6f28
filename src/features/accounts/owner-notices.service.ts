import { keyedHash } from "../../platform/keys/keyed-hash.ts";
import { canTakeFromLimit } from "../../platform/rate-limits.ts";
import type { RateLimitDeps } from "../deps.ts";
import { enqueueMail } from "../mail/mail.service.ts";
import { addNotice, isToldAlready, wantsMail } from "../notices/notices.service.ts";
import type { NewNotice } from "../notices/notices.ts";
import { findActiveUser } from "./accounts.repo.ts";
import { findRole, listOwnerIds } from "./memberships.repo.ts";
import { type News, noticeMail } from "./notice-letters.ts";
import { findConfirmedReader, findNoticeAddress } from "./owner-mails.service.ts";
import { signsInWithPassword } from "./ways-in.service.ts";

/** Whose account it happened in. Of an office: the member who caused it, if known; and whether its owners hear, too. */
type Place = { accountId: string; memberId?: string | null | undefined; toOwners?: boolean };

/**
 * In the transaction of what happened: tells the owner of the account. In an office, the member who caused it is told;
 * if they have left or are not known, its owners are. Call `deps.jobEvents.queued()` after it.
 */
export async function tell(deps: RateLimitDeps, place: Place, news: News): Promise<void> {
  const account = await findActiveUser(deps.db, place.accountId);
  if (!account) return;
  if (!account.isOffice) return tellPerson(deps, account.id, news);
  const office = { id: account.id, name: account.firstName ?? "" };
  for (const userId of await listReaders(deps, place)) await tellPerson(deps, userId, news, office);
}

async function listReaders(
  { db }: Pick<RateLimitDeps, "db">,
  { accountId, memberId, toOwners = false }: Place,
): Promise<Set<string>> {
  const causer = memberId && (await findRole(db, accountId, memberId)) !== undefined ? [memberId] : [];
  if (causer.length > 0 && !toOwners) return new Set(causer);
  return new Set([...causer, ...(await listOwnerIds(db, accountId))]);
}

async function tellPerson(
  deps: RateLimitDeps,
  userId: string,
  news: News,
  office: { id: string; name: string } | null = null,
): Promise<void> {
  const person = await findActiveUser(deps.db, userId);
  if (!person) return;
  const notice = { ...columnsOf(news), officeId: office?.id ?? null };
  if (await isToldAlready(deps, userId, notice)) return;
  await addNotice(deps, userId, notice);
  if (!(await wantsMail(deps, userId, news.kind))) return;
  if (!(await mayMail(deps, userId, news))) return;
  const to = await findAddress(deps, userId, news);
  if (to === null) return;
  const { productName } = deps.config;
  const hasPassword = signsInWithPassword(deps, person);
  const facts = { productName, hasPassword, at: deps.now(), office: office?.name ?? null };
  const mail = noticeMail(person, news, facts);
  await enqueueMail(deps, { to, userId, ...mail });
}

/** All but sign-ins quote names of offices, files, projects or people. */
async function findAddress(deps: RateLimitDeps, userId: string, news: News): Promise<string | null> {
  if (news.kind === "new-sign-in") return findNoticeAddress(deps, userId);
  return (await findConfirmedReader(deps, userId))?.to ?? null;
}

/** Many failed documents must not use up the emails that tell of an intruder, nor a program that keeps no cookies. */
async function mayMail(deps: RateLimitDeps, userId: string, news: News): Promise<boolean> {
  if (news.kind !== "new-sign-in") return canTakeFromLimit(deps, "noticeMailsPerAccount", userId);
  const place = keyedHash(deps, "sign-in", JSON.stringify([news.address, news.browser, news.system]));
  if (!(await canTakeFromLimit(deps, "signInMailsPerAccountAndDevice", `${userId}:${place}`))) return false;
  return canTakeFromLimit(deps, "signInMailsPerAccount", userId);
}

function columnsOf(news: News): NewNotice {
  const { kind } = news;
  switch (kind) {
    case "document-failed":
      return { kind, documentId: news.documentId };
    case "plan-used-up":
    case "seats-changed":
      return { kind };
    case "project-acknowledged":
      return { kind, shareId: news.shareId };
    case "new-sign-in":
      return { kind, browser: news.browser, system: news.system };
  }
}
