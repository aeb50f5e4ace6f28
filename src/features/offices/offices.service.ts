import { type OfficeRole, officeRoles } from "../../../db/columns/offices.ts";
import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import { listTokensOfOffice } from "../accounts/access-tokens.service.ts";
import { requireAccount } from "../accounts/accounts.service.ts";
import { type Actor, hasRole } from "../accounts/accounts.ts";
import { findRoleIn } from "../accounts/memberships.service.ts";
import { buildClientName } from "../accounts/names.schema.ts";
import { findConfirmedReader } from "../accounts/owner-mails.service.ts";
import { requireProof, requireUnchanged, wrongPassword } from "../accounts/proof.service.ts";
import { hashSessionToken } from "../accounts/sessions.ts";
import { listOfficeLog, noteInOffice } from "../audit/office-log.repo.ts";
import { findSeatPrice, followMembers } from "../billing/seats.service.ts";
import { hasPaid } from "../billing/stamps.service.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import { nameSender } from "../documents/email.service.ts";
import { enqueueMail } from "../mail/mail.service.ts";
import { forgetOffice } from "../notices/notices.service.ts";
import { countSharesBy, listSharesOfOffice } from "../projects/shares.service.ts";
import { disableWebhooksOf, listWebhooksOfOffice } from "../webhooks/webhooks.service.ts";
import { deleteDomainsOf } from "./domains.repo.ts";
import { toInvitationView } from "./invitations.ts";
import { requireNoDomain } from "./office-name.ts";
import { tellOffice } from "./office-news.service.ts";
import type { OfficeAccess, OfficeLogEntry, OfficeView, OwnOffice } from "./offices.output.schema.ts";
import {
  countOtherOwners,
  deleteInvitationsBy,
  deleteMember,
  deleteMembersOf,
  insertMember,
  insertOffice,
  listMembers,
  listOfficesOf,
  listOpenInvitations,
  setOfficeName,
  setOfficeOfSession,
  setRole,
} from "./offices.repo.ts";
import { type ChangeRoleInput, maxFreeOffices, maxOffices, type OfficeLogInput } from "./offices.schema.ts";
import { removalLetter, removalSubject } from "./removal-letter.ts";

/**
 * An office is an account that several people act for. It owns documents, projects, tokens, webhooks, a plan and
 * payments exactly as a person's account does; who may do what in it is decided by the guards (accounts/accounts.ts).
 */

/** An office with the person who acts for it. */
export type Office = Actor & { member: NonNullable<Actor["member"]> };

type LeavingDeps = RateLimitDeps & Pick<Deps, "jobEvents">;

/** The office that the caller acts for. Throws `conflict` if they act for their own account. */
export function requireOffice(account: Actor): Office {
  const { member } = account;
  if (member) return { ...account, member };
  throw new AppError("conflict", "office-not-chosen", "Please switch to an office first.");
}

/** The offices that a person belongs to. */
export async function listOffices({ db }: Pick<Deps, "db">, person: Actor): Promise<OwnOffice[]> {
  return (await listOfficesOf(db, person.id)).map(({ name, ...row }) => ({ ...row, name: name ?? "" }));
}

/**
 * Opens an office, whose first owner is this person. Throws `invalid` for the name of a domain, `conflict` if they
 * belong to too many, or own too many that have paid for nothing, `rate_limited`.
 */
export async function createOffice(
  deps: RateLimitDeps,
  person: Actor,
  { name }: { name: string },
): Promise<OwnOffice> {
  await requireNoDomain(name);
  await takeFromLimit(deps, "officesPerAccount", person.id);
  const id = crypto.randomUUID();
  const createdAt = new Date(deps.now());
  const role = "owner";
  await transaction(deps, async (deps) => {
    await requireAccount(deps, { id: person.id });
    await requireRoomFor(deps, person);
    await requireRoomToOwn(deps, person, id);
    await insertOffice(deps.db, { id, name, createdAt });
    await insertMember(deps.db, { officeId: id, userId: person.id, role, joinedAt: createdAt });
    await noteInOffice(deps, { id, member: person }, { action: "office.created", subject: null });
  });
  return { id, name, role };
}

/** In a transaction: throws `conflict` if the person belongs to as many offices as possible. */
export async function requireRoomFor({ db }: Pick<Deps, "db">, person: Pick<Actor, "id">): Promise<void> {
  if ((await listOfficesOf(db, person.id)).length < maxOffices) return;
  throw new AppError(
    "conflict",
    "too-many-offices",
    "You belong to {count} offices, which is the maximum. Please leave one first.",
    { params: { count: maxOffices } },
  );
}

/**
 * In a transaction in which a person becomes an owner of an office, also by invitation: throws `conflict` if it never
 * paid and neither did the person, and they own as many offices that never paid as possible, since each has the limits
 * of an account of its own.
 */
export async function requireRoomToOwn(
  deps: Pick<Deps, "db">,
  person: Pick<Actor, "id">,
  officeId: string,
  refusal: () => AppError = tooManyFree,
): Promise<void> {
  if ((await hasPaid(deps, person.id)) || (await hasPaid(deps, officeId))) return;
  let free = 0;
  for (const { id, role } of await listOfficesOf(deps.db, person.id))
    if (role === "owner" && id !== officeId && !(await hasPaid(deps, id))) free += 1;
  if (free >= maxFreeOffices) throw refusal();
}

function tooManyFree(): AppError {
  return new AppError(
    "conflict",
    "too-many-free-offices",
    "You own {count} offices that have not paid for anything yet, which is the maximum. Please close one first.",
    { params: { count: maxFreeOffices } },
  );
}

function ownsTooManyFree(): AppError {
  return new AppError(
    "conflict",
    "member-owns-too-many-free-offices",
    "This person owns {count} offices that have not paid for anything yet, which is the maximum.",
    { params: { count: maxFreeOffices } },
  );
}

/**
 * From now on, the session acts for this office; null: for the person's own account. Throws `not_found`, also for an
 * office of which they are not a member.
 */
export async function switchOffice(
  deps: Pick<Deps, "db">,
  person: Actor,
  { id }: { id: string | null },
  sessionToken: string | null,
): Promise<void> {
  await transaction(deps, async (deps) => {
    if (id !== null && (await findRoleIn(deps, id, person.id)) === undefined) throw officeNotFound();
    const session = { sid: hashSessionToken(sessionToken ?? ""), userId: person.id };
    if (!(await setOfficeOfSession(deps.db, session, id))) throw officeNotFound();
  });
}

function officeNotFound(): AppError {
  return new AppError(
    "not_found",
    "office-not-found",
    "This office does not exist, or you are not a member.",
  );
}

/** The office with its members, and for those who may invite, its open invitations. */
export async function describeOffice(
  deps: Pick<Deps, "config" | "db" | "now">,
  account: Actor,
): Promise<OfficeView> {
  const { id, firstName, deletionAt, member } = requireOffice(account);
  const seat = await findSeatPrice(deps, id);
  const invitations = hasRole(member.role, "manager")
    ? await listOpenInvitations(deps.db, id, new Date(deps.now()))
    : [];
  return {
    id,
    name: firstName ?? "",
    role: member.role,
    deletionAt: deletionAt?.toISOString() ?? null,
    members: (await listMembers(deps.db, id)).map((row) => ({
      id: row.id,
      name: buildClientName(row),
      username: row.username,
      role: row.role,
      joinedAt: row.joinedAt.toISOString(),
      isYou: row.id === member.id,
    })),
    invitations: invitations.map(({ invitation, invitedBy }) => toInvitationView(invitation, invitedBy)),
    canMail: deps.config.smtpUrl !== undefined,
    memberPrice: seat?.price ?? null,
    memberPriceUntil: seat?.endsAt?.toISOString() ?? null,
  };
}

/**
 * Changes the name on new stamps and certificates; existing attestations keep the old one. Throws `invalid` for the
 * name of a domain, `rate_limited`.
 */
export async function renameOffice(
  deps: RateLimitDeps,
  account: Actor,
  { name }: { name: string },
): Promise<OfficeView> {
  const office = requireOffice(account);
  await requireNoDomain(name);
  await takeFromLimit(deps, "officeRenamesPerOffice", office.id);
  await transaction(deps, async (deps) => {
    await requireAccount(deps, office);
    await setOfficeName(deps.db, office.id, name);
    await noteInOffice(deps, office, { action: "office.renamed", subject: null, detail: { name } });
  });
  return describeOffice(deps, { ...office, firstName: name });
}

/**
 * Gives a member another role, also oneself. Their open invitations for higher roles end. Throws `not_found`,
 * `conflict` if no other owner would be left, and if an owner comes or goes, `invalid` without proof, `rate_limited`.
 */
export async function changeRole(
  deps: RateLimitDeps & Pick<Deps, "passwords" | "jobEvents">,
  account: Actor,
  { id: userId, role, ...proof }: ChangeRoleInput,
): Promise<void> {
  const office = requireOffice(account);
  const seen = await findRoleIn(deps, office.id, userId);
  const proven =
    role === "owner" || seen === "owner" ? await requireProof(deps, office.member, proof) : undefined;
  await transaction(deps, async (deps) => {
    await requireAccount(deps, office);
    const from = await findRoleIn(deps, office.id, userId);
    if (from === undefined) throw memberNotFound();
    if (proven) await requireUnchanged(deps, proven);
    // They may have become an owner a moment ago.
    else if (from === "owner") throw wrongPassword();
    if (role !== "owner") await requireOtherOwner(deps, office.id, userId);
    else if (from !== "owner") await requireRoomToOwn(deps, { id: userId }, office.id, ownsTooManyFree);
    await setRole(deps.db, office.id, userId, role);
    await followMembers(deps, office.id);
    const mayInvite = hasRole(role, "manager");
    const ended = officeRoles.filter((invited) => !mayInvite || !hasRole(role, invited));
    await deleteInvitationsBy(deps.db, office.id, userId, ended);
    await noteInOffice(deps, office, { action: "role.changed", subject: userId, detail: { from, role } });
    if (from === role || (from !== "owner" && role !== "owner")) return;
    const event = role === "owner" ? "added" : "demoted";
    await tellOffice(deps, office.id, { event, personId: userId, actorId: office.member.id });
  });
  deps.jobEvents.queued();
}

function memberNotFound(): AppError {
  return new AppError("not_found", "office-member-not-found", "This person is not a member of the office.");
}

/**
 * In a transaction: an owner can only go while there is another one, whose account is not to be deleted. Does nothing
 * for someone who is no owner. Throws `conflict`.
 */
async function requireOtherOwner(deps: Pick<Deps, "db">, officeId: string, userId: string): Promise<void> {
  if ((await findRoleIn(deps, officeId, userId)) !== "owner") return;
  if ((await countOtherOwners(deps.db, officeId, userId)) === 0) throw lastOwner();
}

function lastOwner(): AppError {
  return new AppError(
    "conflict",
    "office-needs-owner",
    "An office always has an owner. Please make another member an owner first, or close the office.",
  );
}

/**
 * Removes a member, who loses access at once; what they made stays with the office. Throws `not_found`, and `conflict`
 * for another owner, who needs another role first: that takes proof.
 */
export async function removeMember(
  deps: LeavingDeps,
  account: Actor,
  { id: userId }: { id: string },
): Promise<void> {
  const office = requireOffice(account);
  await endMembership(deps, office, userId, userId === office.member.id ? "member.left" : "member.removed");
}

/** As `removeMember`, for the person who acts. */
export async function leaveOffice(deps: LeavingDeps, account: Actor): Promise<void> {
  const office = requireOffice(account);
  await endMembership(deps, office, office.member.id, "member.left");
}

async function endMembership(
  deps: LeavingDeps,
  office: Office,
  userId: string,
  action: "member.left" | "member.removed",
): Promise<void> {
  await transaction(deps, async (deps) => {
    await requireAccount(deps, office);
    const role = await findRoleIn(deps, office.id, userId);
    if (role === undefined) throw memberNotFound();
    if (role === "owner" && action === "member.removed") throw ownerNotRemovable();
    await requireOtherOwner(deps, office.id, userId);
    await endOneMembership(deps, office, { userId, role, action });
    if (action === "member.removed") await tellRemoved(deps, office, userId);
  });
  deps.jobEvents.queued();
}

/** In the transaction that removes a person. */
async function tellRemoved(
  deps: Pick<Deps, "config" | "db" | "now">,
  office: Office,
  userId: string,
): Promise<void> {
  const reader = await findConfirmedReader(deps, userId);
  if (!reader) return;
  const { productName } = deps.config;
  const letter = removalLetter(reader.language, { office: nameSender(office), productName });
  await enqueueMail(deps, { to: reader.to, userId, subject: removalSubject(productName), letter });
}

type Ending = { userId: string; role: OfficeRole; action: "member.left" | "member.removed" };

/**
 * In a transaction: a member goes. Their tokens end and their webhooks are disabled; their links to projects stay. The
 * log says how many, and owners are told, since the person may still know a link or a secret.
 */
async function endOneMembership(
  deps: Pick<Deps, "config" | "db" | "now">,
  office: { id: string; member: { id: string | null } },
  { userId, role, action }: Ending,
  actorId: string | null = office.member.id,
): Promise<void> {
  const links = await countSharesBy(deps, office.id, userId);
  const webhooks = await disableWebhooksOf(deps, office.id, userId);
  await deleteMember(deps.db, office.id, userId);
  await followMembers(deps, office.id);
  await forgetOffice(deps, office.id, userId);
  const left = {
    ...(links > 0 && { links: String(links) }),
    ...(webhooks > 0 && { webhooks: String(webhooks) }),
  };
  await noteInOffice(deps, office, { action, subject: userId, detail: left });
  const news = { personId: userId, actorId };
  if (role === "owner") await tellOffice(deps, office.id, { ...news, event: "removed" });
  if (links + webhooks > 0)
    await tellOffice(deps, office.id, { ...news, event: "leftBehind", links, webhooks });
}

function ownerNotRemovable(): AppError {
  return new AppError(
    "conflict",
    "office-owner-not-removable",
    "This person is an owner. Please give them another role first.",
  );
}

/**
 * In a transaction, before a person's account is deleted or is to be: throws `conflict` if an office would have no
 * owner. An office itself passes.
 */
export async function requireNoLastOwner({ db }: Pick<Deps, "db">, userId: string): Promise<void> {
  for (const { id, role } of await listOfficesOf(db, userId))
    if (role === "owner" && (await countOtherOwners(db, id, userId)) === 0) throw lastOwner();
}

/**
 * In a transaction that deletes the account of a person or an office, while it still has its name: ends its memberships
 * as if they left, or as the operator's act, and an office's log and domains. Call `deps.jobEvents.queued()` after it.
 */
export async function endMemberships(
  deps: Pick<Deps, "config" | "db" | "now">,
  accountId: string,
  { actorId, isOwner = false }: { actorId: string; isOwner?: boolean },
): Promise<void> {
  await deleteMembersOf(deps.db, accountId);
  await deleteDomainsOf(deps.db, accountId);
  for (const { id, role } of await listOfficesOf(deps.db, accountId)) {
    const office = { id, member: { id: isOwner ? accountId : null } };
    const action = isOwner ? "member.left" : "member.removed";
    await endOneMembership(deps, office, { userId: accountId, role, action }, actorId);
  }
}

/**
 * In a transaction in which a person asks to delete their account, or keeps it: tells all owners of their
 * offices. Call `deps.jobEvents.queued()` after it.
 */
export async function tellOwnersOfDeletion(
  deps: Pick<Deps, "config" | "db" | "now">,
  userId: string,
  at: Date | null,
): Promise<void> {
  for (const { id, role } of await listOfficesOf(deps.db, userId)) {
    if (role !== "owner") continue;
    const news = { personId: userId, actorId: userId };
    await tellOffice(
      deps,
      id,
      at === null ? { ...news, event: "staying" } : { ...news, event: "leaving", at },
    );
  }
}

/** When an owner begins to read an export of the office. Throws `forbidden` if they no longer are one. */
export async function beginExport(deps: Pick<Deps, "db" | "now">, account: Actor): Promise<void> {
  const office = requireOffice(account);
  await transaction(deps, async (deps) => {
    await requireAccount(deps, office);
    await noteInOffice(deps, office, { action: "office.exported", subject: null });
  });
}

/** What opens something of the office without signing in, and who made it; for its owners. */
export async function readOfficeAccess(
  deps: Pick<Deps, "db" | "now">,
  account: Actor,
): Promise<OfficeAccess> {
  const { id } = requireOffice(account);
  return {
    links: await listSharesOfOffice(deps, id),
    webhooks: await listWebhooksOfOffice(deps, id),
    tokens: await listTokensOfOffice(deps, id),
  };
}

/** As `readOfficeLog`, for a page; throws `rate_limited`. */
export async function searchOfficeLog(
  deps: RateLimitDeps,
  account: Actor,
  input: OfficeLogInput,
): Promise<OfficeLogEntry[]> {
  const { member } = requireOffice(account);
  await takeFromLimit(deps, "logSearchesPerAccount", member.id);
  return readOfficeLog(deps, account, input);
}

/** What members did in the office, newest first, for its owners; only what matches the filter. */
export async function readOfficeLog(
  { db }: Pick<Deps, "db">,
  account: Actor,
  { limit, cursor, ...filter }: OfficeLogInput,
): Promise<OfficeLogEntry[]> {
  const rows = await listOfficeLog(db, requireOffice(account).id, filter, { limit, last: cursor });
  return rows.map(({ entry, actor, person }) => ({
    id: entry.id,
    at: entry.createdAt.toISOString(),
    actor,
    action: entry.action,
    person,
    detail: entry.detail,
  }));
}
