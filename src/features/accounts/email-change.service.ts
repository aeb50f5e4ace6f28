import type { Deps } from "../deps.ts";
import { deleteMagicLinksTo } from "../mail/magic-links.repo.ts";
import { openMagicLink } from "../mail/magic-links.service.ts";
import { enqueueMail, withdrawMailedLinks } from "../mail/mail.service.ts";
import { findActiveUser, setConfirmedEmail, setPendingEmail, type UserRow } from "./accounts.repo.ts";
import { changedAddressLetter, changeLetter, changeRequestedLetter } from "./email-letters.ts";
import { normalizeMailbox } from "./mailbox.ts";
import { keepMailboxClaimed, unlockFreeStamps } from "./unlocking-mailboxes.service.ts";
import { signsInWithPassword } from "./ways-in.service.ts";

/** How a confirmed address is replaced: it stays until the link that is mailed to the new one is opened. */

type EmailChangeDeps = Pick<Deps, "config" | "db" | "now" | "counterKey">;

/** In a transaction: emails the link to the new address and notifies the old one. An earlier link stops working. */
export async function requestEmailChange(
  deps: EmailChangeDeps,
  user: UserRow,
  newEmail: string,
): Promise<void> {
  const { productName } = deps.config;
  await withdrawEmailChange(deps, user);
  await setPendingEmail(deps.db, user.id, newEmail);
  await enqueueMail(deps, {
    to: newEmail,
    userId: user.id,
    subject: `${productName}: please confirm your new email address`,
    letter: changeLetter(user, productName),
  });
  if (user.email === null) return;
  await enqueueMail(deps, {
    to: user.email,
    userId: user.id,
    subject: `${productName}: another email address was entered`,
    letter: changeRequestedLetter(user, { productName, hasPassword: signsInWithPassword(deps, user) }),
  });
}

/**
 * In a transaction: if the token belongs to a link for a new address, replaces the address and notifies the old one.
 * Returns the new address and its account, even if the link is opened again; undefined for other tokens.
 */
export async function confirmEmailChange(
  deps: EmailChangeDeps,
  token: string,
): Promise<{ email: string; username: string } | undefined> {
  const userId = await openMagicLink(deps, "change-email", token);
  const user = userId === undefined ? undefined : await findActiveUser(deps.db, userId);
  if (!user || user.email === null) return undefined;
  const { id, username, email: oldEmail, emailKey: oldKey, pendingEmail } = user;
  if (pendingEmail === null) return { email: oldEmail, username };
  await deleteMagicLinksTo(deps.db, "password-reset", id);
  await withdrawMailedLinks(deps, id, oldEmail);
  await keepMailboxClaimed(deps, oldKey);
  const key = normalizeMailbox(pendingEmail);
  await setConfirmedEmail(deps.db, id, { email: pendingEmail, key, at: new Date(deps.now()) });
  await unlockFreeStamps(deps, id, key);
  await enqueueMail(deps, {
    to: oldEmail,
    userId: id,
    subject: `${deps.config.productName}: your email address was changed`,
    letter: changedAddressLetter(user, deps.config.productName),
  });
  return { email: pendingEmail, username };
}

/**
 * In a transaction: cancels an unconfirmed change, so that its link stops working. Reads the user again, since the
 * change may have been requested after the caller read it.
 */
export async function withdrawEmailChange(
  deps: Pick<Deps, "db">,
  { id }: Pick<UserRow, "id">,
): Promise<void> {
  await deleteMagicLinksTo(deps.db, "change-email", id);
  const pendingEmail = (await findActiveUser(deps.db, id))?.pendingEmail ?? null;
  if (pendingEmail === null) return;
  await withdrawMailedLinks(deps, id, pendingEmail);
  await setPendingEmail(deps.db, id, null);
}
