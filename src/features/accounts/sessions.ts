import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, gt, lt, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Adapter, type Cookie, Lucia, TimeSpan } from "lucia";
import type { Database } from "../../../db/client.ts";
import { prepared } from "../../../db/prepared.ts";
import { officeMembers, sessions, users } from "../../../db/schema.ts";
import type { BestEffort } from "../../platform/best-effort.ts";
import type { Actor } from "./accounts.ts";
import { type Device, parseDevice } from "./device.ts";

const hour = 3_600_000;
const absoluteLifetime = new TimeSpan(30, "d");
const idleLifetimeMs = 7 * 24 * hour;
/** The maximum rate at which an active session is written, instead of at every request. */
const renewAtMostEveryMs = hour;
/**
 * lucia renews a session in the second half of its lifetime. It does not touch one that is reported with this much time
 * left.
 */
const longLife = absoluteLifetime.milliseconds();

type SessionFacts = { createdAt: number };

/** When a person signed in, in ms since 1970 UTC, and the ID of the identity provider that confirmed it, if one did. */
type SignedIn = { createdAt?: number; provider?: string };

/** A session as its owner sees it. Sessions of earlier versions have no device and no last use. */
export type SessionFound = {
  /** The start of its sid; it cannot be used to sign in. */
  id: string;
  device: Device;
  createdAt: number;
  lastUsedAt: number | null;
  isCurrent: boolean;
};

declare module "lucia" {
  interface Register {
    Lucia: Lucia<SessionFacts, Omit<Actor, "id">>;
    DatabaseSessionAttributes: SessionFacts;
    DatabaseUserAttributes: Omit<Actor, "id">;
  }
}

export type Sessions = ReturnType<typeof createSessions>;

/**
 * Sessions of at most 30 days that end after 7 idle days. The browser has 256 random bits; the database has only their
 * SHA-256, which cannot be used to sign in. `https`: whether the public address uses it. Looking up a session works
 * even if nothing can be written.
 */
export function createSessions(parts: {
  db: Database;
  now: () => number;
  https: boolean;
  bestEffort: BestEffort;
}) {
  const table = sessionTable(parts.db, parts.now);
  /**
   * Sessions that ended while their rows could not be deleted, by sid. Only this server knows them; while the database
   * cannot be written, it cannot tell other servers.
   */
  const endedInMemory = new Set<string>();
  const lucia = new Lucia(neverInTheWay(table, parts.bestEffort), {
    sessionExpiresIn: absoluteLifetime,
    sessionCookie: {
      name: parts.https ? "__Host-session" : "session",
      attributes: { secure: parts.https, sameSite: "lax", path: "/" },
    },
    getSessionAttributes: ({ createdAt }) => ({ createdAt }),
    getUserAttributes: (user) => user,
  });
  return {
    /**
     * Starts a session with a new random token. Returns the Set-Cookie line that contains it. `db` is the transaction
     * that checks whether the session may start.
     */
    async start(
      db: Database,
      userId: string,
      userAgent: string | null = null,
      { provider, createdAt = parts.now() }: SignedIn = {},
    ): Promise<string> {
      const token = randomBytes(32).toString("base64url");
      await table.insert(db, hashSessionToken(token), userId, {
        createdAt,
        device: parseDevice(userAgent),
        ...(provider !== undefined && { provider }),
      });
      return line(lucia.createSessionCookie(token));
    },

    /** How the session of this token began, for another one that continues it; empty for a session that has ended. */
    beginningOf: (token: string): Promise<SignedIn> => table.findBeginning(hashSessionToken(token)),

    /** The user of this token, or null if it is unknown or expired or its user was deleted. */
    async actorOf(token: string): Promise<Actor | null> {
      const sid = hashSessionToken(token);
      return endedInMemory.has(sid) ? null : (await lucia.validateSession(sid)).user;
    },

    /**
     * Ends one session immediately. An unknown token is no error. If its row cannot be deleted, the token is refused
     * all the same, and `sweepEnded` deletes the row later; the error is returned, since a restart would forget it.
     */
    async end(token: string): Promise<{ notWritten?: unknown }> {
      const sid = hashSessionToken(token);
      try {
        await table.deleteSession(sid);
        return {};
      } catch (error) {
        if ((await table.getSessionAndUser(sid))[0] === null) return {};
        endedInMemory.add(sid);
        return { notWritten: error };
      }
    },

    /** The sessions of a user that have not expired, the last used one first. */
    async listSessions(userId: string, currentToken: string | null): Promise<SessionFound[]> {
      const current = currentToken === null ? null : hashSessionToken(currentToken);
      const rows = (await table.listSessions(userId)).filter(({ sid }) => !endedInMemory.has(sid));
      return rows.map(({ sid, sess }) => ({
        id: getSessionId(sid),
        device: readDevice(sess.device),
        createdAt: Number(sess.createdAt),
        lastUsedAt: typeof sess.lastUsedAt === "number" ? sess.lastUsedAt : null,
        isCurrent: sid === current,
      }));
    },

    /** Ends the user's session with this id (`listSessions`); false if there is none. */
    async endById(userId: string, id: string): Promise<boolean> {
      const found = (await table.listSessions(userId)).find(({ sid }) => getSessionId(sid) === id);
      if (found) await table.deleteSession(found.sid);
      return found !== undefined;
    },

    /** Ends every session of the user except that of this token. */
    endOthers: (userId: string, token: string | null): Promise<void> =>
      table.deleteOthers(userId, token === null ? "" : hashSessionToken(token)),

    /** Deletes the rows of sessions that ended here while their rows could not be deleted. */
    async sweepEnded(): Promise<void> {
      for (const sid of endedInMemory) {
        await table.deleteSession(sid);
        endedInMemory.delete(sid);
      }
    },

    /** Deletes the rows of sessions that have expired. */
    async sweepExpired(): Promise<void> {
      await lucia.deleteExpiredSessions();
    },

    /** The token in a Cookie header, or null. */
    tokenIn: (cookieHeader: string): string | null => lucia.readSessionCookie(readableCookies(cookieHeader)),

    /** The Set-Cookie header that removes the token from a browser. */
    clearCookie: (): string => line(lucia.createBlankSessionCookie()),
  };
}

const getSessionId = (sid: string): string => sid.slice(0, 16);

const readDevice = (stored: unknown): Device => ({ browser: null, system: null, ...(stored ?? {}) });

/** The `sid` of the session with this token. */
export const hashSessionToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Another program on this host may have set a cookie with invalid escapes, which would make lucia throw. */
function readableCookies(cookieHeader: string): string {
  return cookieHeader
    .split(";")
    .filter((pair) => !/%(?![\da-f]{2})|%[89a-f]/i.test(pair))
    .map((pair) => pair.trim())
    .join("; ");
}

const line = (cookie: Cookie): string => cookie.serialize();

/** Ignores what lucia writes during a lookup: that a session was extended, or has ended. */
function neverInTheWay(adapter: Adapter, bestEffort: BestEffort): Adapter {
  return {
    ...adapter,
    async updateSessionExpiration(sid, expiresAt) {
      await bestEffort.attempt("that a session continues", () =>
        adapter.updateSessionExpiration(sid, expiresAt),
      );
    },
    async deleteSession(sid) {
      await bestEffort.attempt("that a session is over", () => adapter.deleteSession(sid));
    },
  };
}

/**
 * Our sessions table as lucia expects it. Lifetimes are decided here by the product's clock; lucia compares with the
 * system's clock, so times are converted on their way out.
 */
function sessionTable(db: Database, now: () => number) {
  type Row = typeof sessions.$inferSelect;
  const toLucia = (row: Row) => ({
    id: row.sid,
    userId: row.userId,
    expiresAt: new Date(Date.now() + (needsNoWrite(row) ? longLife : row.expire.getTime() - now())),
    attributes: { createdAt: createdAt(row) },
  });
  /** True for a session that is valid and whose last use and renewal are recent. */
  const needsNoWrite = (row: Row) =>
    row.expire.getTime() > now() &&
    isUseNoted(row) &&
    expiry(createdAt(row)).getTime() - row.expire.getTime() < renewAtMostEveryMs;
  /** A clock that was set back counts as later. */
  const isUseNoted = ({ sess }: Row) => Math.abs(now() - Number(sess.lastUsedAt ?? 0)) < renewAtMostEveryMs;
  const createdAt = (row: Pick<Row, "sess">) => Number(row.sess.createdAt);
  const expiry = (from: number) => {
    const absoluteEnd = from + absoluteLifetime.milliseconds();
    return new Date(Math.min(absoluteEnd, now() + idleLifetimeMs));
  };
  const insert = async (
    db: Database,
    sid: string,
    userId: string,
    facts: { createdAt: number; device?: Device; provider?: string },
  ) => {
    const { createdAt } = facts;
    const row = { sid, userId, sess: { ...facts, lastUsedAt: createdAt }, expire: expiry(createdAt) };
    await db.insert(sessions).values(row).run();
  };
  const adapter: Adapter = {
    async getSessionAndUser(sid) {
      const found = await sessionWithUser(db).get({ sid });
      if (!found) return [null, null];
      const { session, user, office: row, member } = found;
      const office = row && member ? { ...row, ...member } : undefined;
      return [toLucia(session), user ? { id: session.userId, attributes: { ...user, office } } : null];
    },
    async getUserSessions(userId) {
      return (await db.select().from(sessions).where(eq(sessions.userId, userId)).all()).map(toLucia);
    },
    async setSession({ id, userId, attributes }) {
      await insert(db, id, userId, attributes);
    },
    async updateSessionExpiration(sid) {
      const row = (await sessionWithUser(db).get({ sid }))?.session;
      if (!row) return;
      const expire = expiry(createdAt(row));
      if (isUseNoted(row) && expire.getTime() - row.expire.getTime() < renewAtMostEveryMs) return;
      const sess = { ...row.sess, lastUsedAt: now() };
      await db.update(sessions).set({ expire, sess }).where(eq(sessions.sid, sid)).run();
    },
    async deleteSession(sid) {
      await db.delete(sessions).where(eq(sessions.sid, sid)).run();
    },
    async deleteUserSessions(userId) {
      await db.delete(sessions).where(eq(sessions.userId, userId)).run();
    },
    async deleteExpiredSessions() {
      await db
        .delete(sessions)
        .where(lt(sessions.expire, new Date(now())))
        .run();
    },
  };
  const listSessions = async (userId: string): Promise<Pick<Row, "sid" | "sess">[]> =>
    db
      .select({ sid: sessions.sid, sess: sessions.sess })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), gt(sessions.expire, new Date(now()))))
      .orderBy(desc(sessions.expire), sessions.sid)
      .all();
  const findBeginning = async (sid: string): Promise<SignedIn> => {
    const row = (await sessionWithUser(db).get({ sid }))?.session;
    if (!row) return {};
    const { provider } = row.sess;
    return { createdAt: createdAt(row), ...(typeof provider === "string" && { provider }) };
  };
  const deleteOthers = async (userId: string, sid: string) => {
    await db
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), ne(sessions.sid, sid)))
      .run();
  };
  return { ...adapter, insert, findBeginning, listSessions, deleteOthers };
}

const offices = alias(users, "offices");

/** A session and its user, unless the account was deleted, and the office that they act for while they are a member. */
const sessionWithUser = prepared((db) =>
  db
    .select({
      session: sessions,
      user: {
        username: users.username,
        isAdmin: users.isAdmin,
        hasAdminPassword: users.hasAdminPassword,
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
        emailConfirmedAt: users.emailConfirmedAt,
        pendingEmail: users.pendingEmail,
        deletionAt: users.deletionAt,
        language: users.language,
        timeZone: users.timeZone,
      },
      office: {
        id: offices.id,
        username: offices.username,
        name: offices.firstName,
        timeZone: offices.timeZone,
        deletionAt: offices.deletionAt,
      },
      member: { role: officeMembers.role },
    })
    .from(sessions)
    .leftJoin(
      users,
      and(eq(users.id, sessions.userId), eq(users.isDeleted, false), eq(users.isOffice, false)),
    )
    .leftJoin(offices, and(eq(offices.id, sessions.officeId), eq(offices.isDeleted, false)))
    .leftJoin(
      officeMembers,
      and(eq(officeMembers.officeId, sessions.officeId), eq(officeMembers.userId, sessions.userId)),
    )
    .where(eq(sessions.sid, sql.placeholder("sid")))
    .prepare(),
);
