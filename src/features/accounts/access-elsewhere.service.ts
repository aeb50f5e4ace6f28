import type { Deps } from "../deps.ts";
import { hashDeviceToken } from "./known-devices.service.ts";
import { endAccessElsewhere } from "./second-factor.repo.ts";
import { hashSessionToken } from "./sessions.ts";

/** The browser that asks; it stays signed in. */
export type Here = { sessionToken: string | null; deviceToken: string | null };

/**
 * In the transaction that changes how the account is signed in to: ends its sessions in other browsers, and forgets
 * these. One of them may be signed in with what was removed, or without what was added.
 */
export async function keepOnlyHere(
  { db }: Pick<Deps, "db">,
  userId: string,
  { sessionToken, deviceToken }: Here,
): Promise<void> {
  await endAccessElsewhere(db, userId, {
    sid: hashSessionToken(sessionToken ?? ""),
    deviceHash: hashDeviceToken(deviceToken ?? ""),
  });
}

/**
 * In the transaction that makes an account an administrator's: does the same where only administrators need a second
 * factor, since nothing says which of the earlier sessions have proven one.
 */
export async function keepOnlyHereAsAdmin(
  { config, db }: Pick<Deps, "config" | "db">,
  userId: string,
  here: Here,
): Promise<void> {
  if (config.requireSecondFactor === "admins") await keepOnlyHere({ db }, userId, here);
}
