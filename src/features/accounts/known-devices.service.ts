import { createHash, randomBytes } from "node:crypto";
import { keyedHash } from "../../platform/keys/keyed-hash.ts";
import { renameLimit } from "../../platform/rate-limits.ts";
import type { Deps } from "../deps.ts";
import {
  deleteDevicesBefore,
  deleteOldestDevices,
  hasDevice,
  listUsersOfDevice,
  renameDevice,
  upsertDevice,
} from "./known-devices.repo.ts";

type Parts = Pick<Deps, "db" | "now" | "config" | "counterKey">;

const day = 86_400_000;
/** The maximum lifetime of a browser cookie. */
const lifetimeMs = 400 * day;
/** A program that signs in without cookies is a new device each time. */
const maxDevicesPerAccount = 50;

const isHttps = ({ config }: Pick<Deps, "config">) => config.origin.startsWith("https:");
const cookieName = (deps: Pick<Deps, "config">) => (isHttps(deps) ? "__Host-device" : "device");
/** What is stored of a device's token. */
export const hashDeviceToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** The device's token in a Cookie header, or null. */
export function readDeviceToken(deps: Pick<Deps, "config">, cookieHeader: string): string | null {
  const start = `${cookieName(deps)}=`;
  const pair = cookieHeader.split(";").find((part) => part.trim().startsWith(start));
  const token = pair?.trim().slice(start.length) ?? "";
  return /^[\w-]{43}$/.test(token) ? token : null;
}

/** The accounts to which someone signed in with this browser token, and with the current password. */
export async function listUsersOfToken({ db }: Pick<Deps, "db">, token: string | null): Promise<string[]> {
  return token === null ? [] : listUsersOfDevice(db, hashDeviceToken(token));
}

/** Whether a user signed in to this account with this browser token and the current password. */
export async function isKnownDevice(
  { db }: Pick<Deps, "db">,
  token: string | null,
  userId: string,
): Promise<boolean> {
  return token !== null && (await hasDevice(db, hashDeviceToken(token), userId));
}

/**
 * Remembers the browser for an account that just signed in, and returns the Set-Cookie header. The token is new each
 * time, so a planted one is worthless after the sign-in. Only its hash is stored, until the password changes. Call it
 * in the transaction that starts the session.
 */
export async function rememberDevice(deps: Parts, token: string | null, userId: string): Promise<string> {
  const { db, now } = deps;
  const newToken = randomBytes(32).toString("base64url");
  if (token !== null) await handOver(deps, token, newToken, userId);
  await upsertDevice(db, hashDeviceToken(newToken), userId, new Date(now()));
  await deleteOldestDevices(db, userId, maxDevicesPerAccount);
  const flags = ["HttpOnly", `Max-Age=${lifetimeMs / 1000}`, "Path=/", "SameSite=Lax"];
  return [`${cookieName(deps)}=${newToken}`, ...flags, ...(isHttps(deps) ? ["Secure"] : [])].join("; ");
}

/** The key by which a device's wrong passwords are counted. */
export const deviceLimitKey = (deps: Pick<Deps, "counterKey">, token: string, userId: string): string =>
  keyedHash(deps, "device", `${token} ${userId}`);

/**
 * The device's other accounts keep their counts of wrong passwords and codes: signing in to one's own account in a
 * shared browser must not give new attempts for them.
 */
async function handOver(deps: Parts, token: string, newToken: string, signedIn: string): Promise<void> {
  for (const userId of await listUsersOfDevice(deps.db, hashDeviceToken(token))) {
    if (userId === signedIn) continue;
    const [before, after] = [deviceLimitKey(deps, token, userId), deviceLimitKey(deps, newToken, userId)];
    for (const limit of ["wrongLoginsPerDevice", "wrongCodesPerDevice"] as const)
      await renameLimit(deps, limit, before, after);
  }
  await renameDevice(deps.db, hashDeviceToken(token), hashDeviceToken(newToken));
}

/** Deletes devices whose cookie has expired. */
export async function deleteOldDevices({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  await deleteDevicesBefore(db, now() - lifetimeMs);
}
