import type { Actor } from "../accounts/accounts.ts";
import { listUsersOfToken } from "../accounts/known-devices.service.ts";
import { normalizeMailbox } from "../accounts/mailbox.ts";
import { listMembersOf } from "../accounts/memberships.service.ts";
import { listSharersOf } from "../audit/office-log.repo.ts";
import type { Deps } from "../deps.ts";

type Owned = { owner: Pick<Actor, "id" | "email">; project: { id: string } };

/**
 * Whether the reader belongs to the owner of the project: is signed in as its owner, or uses a browser in which the
 * owner signed in before. Of an office, that is any member, and anyone who shared the project, even if they have left.
 */
export async function isOwner(
  deps: Pick<Deps, "db">,
  link: Owned,
  { accountId, deviceToken }: { accountId: string | null; deviceToken: string | null },
): Promise<boolean> {
  const readers = await listUsersOfToken(deps, deviceToken);
  if (accountId !== null) readers.push(accountId);
  if (readers.length === 0) return false;
  return (await listPeopleBehind(deps, link)).some(({ id }) => readers.includes(id));
}

/** Whether an email to this address reaches one of them. */
export async function isOwnersMailbox(
  deps: Pick<Deps, "db">,
  link: Owned,
  address: string,
): Promise<boolean> {
  const mailbox = normalizeMailbox(address);
  return (await listPeopleBehind(deps, link)).some(
    ({ email }) => email !== null && normalizeMailbox(email) === mailbox,
  );
}

async function listPeopleBehind(deps: Pick<Deps, "db">, { owner, project }: Owned) {
  return [owner, ...(await listMembersOf(deps, owner.id)), ...(await listSharersOf(deps.db, project.id))];
}
