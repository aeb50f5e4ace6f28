import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import { findActor, requireAccount } from "../accounts/accounts.service.ts";
import { type Actor, hasRole } from "../accounts/accounts.ts";
import { normalizeMailbox } from "../accounts/mailbox.ts";
import { findRoleIn, madeByHigherRole, requireNotAbove } from "../accounts/memberships.service.ts";
import { buildClientName } from "../accounts/names.schema.ts";
import { requireProof, requireUnchanged } from "../accounts/proof.service.ts";
import { noteInOffice } from "../audit/office-log.repo.ts";
import { followMembers } from "../billing/seats.service.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import { nameSender, takeFromMailLimits } from "../documents/email.service.ts";
import { deleteMagicLinksTo } from "../mail/magic-links.repo.ts";
import { createMagicLink, openMagicLink } from "../mail/magic-links.service.ts";
import { enqueueMail } from "../mail/mail.service.ts";
import { invitationLetter } from "./invitation-letter.ts";
import { toInvitationView } from "./invitations.ts";
import { tellOffice } from "./office-news.service.ts";
import type { NewInvitation, OpenedInvitation, OwnOffice } from "./offices.output.schema.ts";
import {
  countMembers,
  deleteInvitation,
  deleteInvitationsBefore,
  findInvitation,
  findInvitationOf,
  insertInvitation,
  insertMember,
  listOpenInvitations,
} from "./offices.repo.ts";
import { type InviteInput, maxInvitations, maxMembers } from "./offices.schema.ts";
import { requireOffice, requireRoomFor, requireRoomToOwn } from "./offices.service.ts";

const lifetimeMs = 7 * 24 * 3_600_000;
const purpose = "office-invitation";
/** No browser sends the fragment, so the token reaches no log. */
const path = "/invitation#";

/**
 * Invites someone for a week: by a link, which this answer alone contains, or by an email, whose addressee alone can
 * accept. Throws `invalid` for an owner without proof, `forbidden` for a role above one's own, `conflict` if the office
 * is being closed or has too many invitations, `unavailable` if the server sends no email, `rate_limited`.
 */
export async function invite(
  deps: RateLimitDeps & Pick<Deps, "jobEvents" | "passwords">,
  account: Actor,
  { role, email, ...proof }: InviteInput,
  address: string,
): Promise<NewInvitation> {
  const office = requireOffice(account);
  const { member } = office;
  if (!hasRole(member.role, role)) {
    throw new AppError(
      "forbidden",
      "office-role-above-own",
      "You cannot invite someone to a role above your own.",
    );
  }
  const proven = role === "owner" ? await requireProof(deps, member, proof) : undefined;
  await takeFromLimit(deps, "invitationsPerAccount", member.id);
  const replyTo = email === undefined ? null : await requireMailable(deps, office, email, address);
  const now = deps.now();
  const row = {
    id: crypto.randomUUID(),
    officeId: office.id,
    invitedBy: member.id,
    role,
    email: email ?? null,
    createdAt: new Date(now),
    expiresAt: new Date(now + lifetimeMs),
  };
  const url = await transaction(deps, async (deps) => {
    await requireAccount(deps, office);
    if (proven) await requireUnchanged(deps, proven);
    await requireOpen(deps, office.id);
    if ((await listOpenInvitations(deps.db, office.id, new Date(now))).length >= maxInvitations)
      throw tooManyInvitations();
    await insertInvitation(deps.db, row);
    await noteInOffice(deps, office, { action: "invitation.made", subject: row.id, detail: { role } });
    const secret = { purpose, subject: row.id, lifetimeMs } as const;
    if (email === undefined) return `${deps.config.origin}${path}${await createMagicLink(deps, secret)}`;
    const { productName } = deps.config;
    const person = (await findActor(deps, member.id)) ?? office;
    await enqueueMail(deps, {
      to: email,
      replyTo: replyTo ?? undefined,
      userId: office.id,
      subject: `${productName}: an invitation to an office`,
      letter: invitationLetter(
        person.language,
        { sender: nameSender(person), office: nameSender(office), productName },
        { path, secret },
      ),
    });
    return null;
  });
  deps.jobEvents.queued();
  return { ...toInvitationView(row, member.username), url };
}

async function requireMailable(
  deps: RateLimitDeps,
  office: Actor,
  email: string,
  address: string,
): Promise<string | null> {
  if (deps.config.smtpUrl === undefined) {
    throw new AppError(
      "unavailable",
      "invitation-not-mailable",
      "This site can't send email yet. Please invite with a link instead.",
    );
  }
  return takeFromMailLimits(deps, office, { email, address });
}

function tooManyInvitations(): AppError {
  return new AppError(
    "conflict",
    "too-many-invitations",
    "This office has {count} open invitations, which is the maximum. Please withdraw one first.",
    { params: { count: maxInvitations } },
  );
}

/** In a transaction: throws `conflict` if the office is to be closed, or was. */
async function requireOpen(deps: Pick<Deps, "db">, officeId: string): Promise<Actor> {
  const office = await findActor(deps, officeId);
  if (office && (office.deletionAt ?? null) === null) return office;
  throw new AppError("conflict", "office-closing", "This office is being closed.");
}

/**
 * Ends an invitation that was not accepted yet. Throws `not_found`, and `forbidden` for one that only someone with a
 * higher role can make, or that such a member made.
 */
export async function withdrawInvitation(
  deps: Pick<Deps, "db" | "now">,
  account: Actor,
  { id }: { id: string },
): Promise<void> {
  const office = requireOffice(account);
  await transaction(deps, async (deps) => {
    await requireAccount(deps, office);
    const row = await findInvitationOf(deps.db, office.id, id);
    if (!row) throw invitationEnded();
    if (!hasRole(office.member.role, row.role)) throw madeByHigherRole();
    await requireNotAbove(deps, office, row.invitedBy);
    await deleteInvitation(deps.db, office.id, id);
    await deleteMagicLinksTo(deps.db, purpose, id);
    await noteInOffice(deps, office, { action: "invitation.withdrawn", subject: id });
  });
}

/** The same for an invitation that was withdrawn, has expired, was accepted, or never existed. */
function invitationEnded(): AppError {
  return new AppError(
    "not_found",
    "invitation-ended",
    "This invitation has ended: it was accepted or withdrawn, or it has expired. Please ask for a new one.",
  );
}

/** What an invitation is for, before anyone accepts it. Throws `not_found`, `conflict`, `rate_limited`. */
export async function openInvitation(
  deps: RateLimitDeps,
  token: string,
  address: string,
): Promise<OpenedInvitation> {
  await takeFromLimit(deps, "invitationViewsPerAddress", address);
  return transaction(deps, async (deps) => {
    const { row, office, inviter } = await requireInvitation(deps, token);
    return {
      office: office.firstName ?? "",
      role: row.role,
      invitedBy: buildClientName(inviter),
      isMailed: row.email !== null,
      expiresAt: row.expiresAt.toISOString(),
    };
  });
}

/**
 * Makes a person a member with the role of the invitation, once. Throws `not_found` for one that has ended, `forbidden`
 * if it was mailed to another address than the person's confirmed one, and `conflict` if they are a member already or
 * the office is being closed.
 */
export async function acceptInvitation(
  deps: Pick<Deps, "config" | "db" | "now" | "jobEvents">,
  person: Actor,
  token: string,
): Promise<OwnOffice> {
  const joined = await transaction(deps, async (deps) => {
    await requireAccount(deps, { id: person.id });
    const { row, office, inviter } = await requireInvitation(deps, token);
    const { id, officeId, role } = row;
    if (row.email !== null) await requireAddressee(deps, person, row.email);
    if ((await findRoleIn(deps, officeId, person.id)) !== undefined)
      throw new AppError("conflict", "office-member-already", "You are already a member of this office.");
    await requireRoomFor(deps, person);
    if (role === "owner") await requireRoomToOwn(deps, person, officeId);
    if ((await countMembers(deps.db, officeId)) >= maxMembers) throw officeFull();
    if (!(await deleteInvitation(deps.db, officeId, id))) throw invitationEnded();
    await deleteMagicLinksTo(deps.db, purpose, id);
    await insertMember(deps.db, { officeId, userId: person.id, role, joinedAt: new Date(deps.now()) });
    await followMembers(deps, officeId);
    await noteInOffice(
      deps,
      { id: officeId, member: person },
      { action: "member.joined", subject: person.id, detail: { role, invitedBy: inviter.id } },
    );
    if (role === "owner")
      await tellOffice(deps, officeId, { event: "added", personId: person.id, actorId: person.id });
    return { id: officeId, name: office.firstName ?? "", role };
  });
  deps.jobEvents.queued();
  return joined;
}

function officeFull(): AppError {
  return new AppError("conflict", "office-full", "This office has {count} members, which is the maximum.", {
    params: { count: maxMembers },
  });
}

/**
 * In a transaction: the invitation, whose maker may still make it: an owner who became a manager, or a member who left,
 * invites no one any more.
 */
async function requireInvitation(deps: Pick<Deps, "db" | "now">, token: string) {
  const id = await openMagicLink(deps, purpose, token);
  const row = id === undefined ? undefined : await findInvitation(deps.db, id);
  if (!row || row.expiresAt.getTime() <= deps.now()) throw invitationEnded();
  const inviter = await findActor(deps, row.invitedBy);
  const ownRole = await findRoleIn(deps, row.officeId, row.invitedBy);
  const mayInvite = ownRole !== undefined && hasRole(ownRole, "manager") && hasRole(ownRole, row.role);
  if (!inviter || !mayInvite) throw invitationEnded();
  return { row, inviter, office: await requireOpen(deps, row.officeId) };
}

async function requireAddressee(deps: Pick<Deps, "db">, { id }: Actor, email: string): Promise<void> {
  const person = await findActor(deps, id);
  const confirmed = person?.emailConfirmedAt ? person.email : null;
  if (confirmed && normalizeMailbox(confirmed) === normalizeMailbox(email)) return;
  throw new AppError(
    "forbidden",
    "invitation-for-other-address",
    "This invitation was mailed to another address. Please confirm that address in your account, or ask for an invitation to yours.",
  );
}

/** Deletes invitations that have expired. */
export async function deleteOldInvitations({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  await deleteInvitationsBefore(db, new Date(now()));
}
