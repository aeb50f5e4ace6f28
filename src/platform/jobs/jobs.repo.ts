import {
  and,
  count,
  eq,
  gt,
  inArray,
  lt,
  lte,
  ne,
  notInArray,
  or,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { placeholders, prepared } from "../../../db/prepared.ts";
import { jobs } from "../../../db/schema.ts";

export type Job = typeof jobs.$inferSelect;
/** `notBefore`: when it may be taken first; default: at once. */
export type NewJob = {
  kind: string;
  subject: string;
  userId: string | null;
  at: number;
  notBefore?: number;
};

/** The oldest job a user is waiting for. */
export type WaitingTurn = { jobId: string; userId: string | null; createdAt: number };

/** A lease as a condition: `attempts` counts up with every lease, so a lost one never matches again. */
const held = (job: { id: string | Placeholder; attempts: number | Placeholder }) =>
  and(eq(jobs.id, job.id), eq(jobs.state, "running"), eq(jobs.attempts, job.attempts));

/**
 * No job waits longer than this between two attempts: what seems to was written by a clock that was ahead. So was one
 * that was never tried and seems to be queued later than now.
 */
const longestPauseMs = 24 * 3_600_000;
const clockSlackMs = 60_000;

const due = (now: number) =>
  dueAt({ now: new Date(now), pause: new Date(now + longestPauseMs), ahead: new Date(now + clockSlackMs) });

type DueTimes<Time> = { now: Time; pause: Time; ahead: Time };

const dueAt = ({ now, pause, ahead }: DueTimes<Date | Placeholder>) =>
  or(
    and(eq(jobs.state, "queued"), lte(jobs.availableAt, now)),
    and(eq(jobs.state, "queued"), gt(jobs.availableAt, pause)),
    and(eq(jobs.state, "queued"), eq(jobs.attempts, 0), gt(jobs.createdAt, ahead)),
    and(eq(jobs.state, "running"), lte(jobs.leaseUntil, now)),
  );

const dueTimes = (now: number): DueTimes<number> => ({
  now,
  pause: now + longestPauseMs,
  ahead: now + clockSlackMs,
});

/** Whether there are jobs of these kinds, due or not. Cheap: runners ask whenever anything was queued. */
export function hasJobs(db: Database, kinds: string[]): boolean {
  return anyJob(db).get({ kinds: JSON.stringify(kinds) }) !== undefined;
}

const anyJob = prepared((db) => {
  const isWanted = sql`${jobs.kind} IN (SELECT value FROM json_each(${sql.placeholder("kinds")}))`;
  return db.select({ id: jobs.id }).from(jobs).where(isWanted).limit(1).prepare();
});

/** Queues a job; what an earlier failure about the same subject left behind goes. */
export function queueJob(db: Database, { kind, subject, userId, at, notBefore = at }: NewJob): void {
  removeJobsAbout(db, kind, subject);
  const times = { availableAt: new Date(notBefore), createdAt: new Date(at) };
  newJob(db).run({ id: crypto.randomUUID(), kind, subject, userId, ...times });
}

const newJob = prepared((db) =>
  db
    .insert(jobs)
    .values(placeholders("id", "kind", "subject", "userId", "availableAt", "createdAt"))
    .prepare(),
);

export function removeJobsAbout(db: Database, kind: string, subject: string): void {
  removal(db).run({ kind, subject });
}

const removal = prepared((db) =>
  db
    .delete(jobs)
    .where(and(eq(jobs.kind, sql.placeholder("kind")), eq(jobs.subject, sql.placeholder("subject"))))
    .prepare(),
);

/** Which jobs are asked for: of these kinds, but not these ids; about one of these subjects, or about none of them. */
export type Asked = { kinds: string[]; except: string[] } & ({ about: string[] } | { notAbout: string[] });

/** For each kind one turn of each user with a due job that is asked for. */
export function readWaitingTurns(db: Database, asked: Asked, now: number): WaitingTurn[] {
  const wanted = and(due(now), notInArray(jobs.id, asked.except));
  if ("about" in asked) return turnsAbout(db, asked.kinds, and(wanted, inArray(jobs.subject, asked.about)));
  return asked.kinds.flatMap((kind) =>
    firstTurns(db, kind, and(wanted, notInArray(jobs.subject, asked.notAbout))),
  );
}

function turnsAbout(db: Database, kinds: string[], wanted: SQL | undefined): WaitingTurn[] {
  return db
    .select({ jobId: jobs.id, userId: jobs.userId, createdAt: sql<number>`min(${jobs.createdAt})` })
    .from(jobs)
    .where(and(inArray(jobs.kind, kinds), wanted))
    .groupBy(jobs.userId)
    .all();
}

/**
 * Goes from user to user by the index, and for each to the first job that is wanted: a hundred thousand that wait are
 * not looked through at every turn. The last in the row is NULL: the jobs of nobody.
 */
function firstTurns(db: Database, kind: string, wanted: SQL | undefined): WaitingTurn[] {
  return db.all<WaitingTurn>(sql`
    WITH RECURSIVE waiting(user_id) AS (
      SELECT ''
      UNION ALL
      SELECT (SELECT min(${jobs.userId}) FROM ${jobs} WHERE ${jobs.kind} = ${kind} AND ${jobs.userId} > waiting.user_id)
      FROM waiting WHERE waiting.user_id IS NOT NULL
    )
    SELECT turn.id AS jobId, turn.user_id AS userId, turn.created_at AS createdAt
    FROM waiting JOIN jobs AS turn ON turn.id = (
      SELECT ${jobs.id} FROM ${jobs}
      WHERE ${jobs.kind} = ${kind} AND ${jobs.userId} IS waiting.user_id AND ${wanted}
      ORDER BY ${jobs.createdAt} LIMIT 1
    )`);
}

/** Compare-and-swap: the job when this caller got it, undefined when somebody else did. */
export function leaseJob(db: Database, id: string, now: number, leaseUntil: number): Job | undefined {
  return lease(db).get({ id, leaseUntil, ...dueTimes(now) });
}

const lease = prepared((db) =>
  db
    .update(jobs)
    .set({
      state: "running",
      attempts: sql`${jobs.attempts} + 1`,
      lostLeases: sql`${jobs.lostLeases} + (${jobs.state} = 'running')`,
      leaseUntil: sql`${sql.placeholder("leaseUntil")}`,
    })
    .where(and(eq(jobs.id, sql.placeholder("id")), dueAt(placeholders("now", "pause", "ahead"))))
    .returning()
    .prepare(),
);

/** False when the lease was lost: the job was deleted or taken by somebody else. */
export function renewLease(db: Database, job: Job, leaseUntil: number): boolean {
  const renewed = db.update(jobs).set({ leaseUntil: new Date(leaseUntil) });
  return renewed.where(held(job)).run().changes === 1;
}

/** The last step of a job, in the transaction that writes its result. False when the lease was lost. */
export function finishJob(db: Database, job: Job): boolean {
  return finishing(db).run({ id: job.id, attempts: job.attempts }).changes === 1;
}

const finishing = prepared((db) =>
  db
    .delete(jobs)
    .where(held(placeholders("id", "attempts")))
    .prepare(),
);

/** Puts a job back into the queue for a later attempt. */
export function postponeJob(db: Database, job: Job, availableAt: number, lastError: string): void {
  const postponed = { state: "queued", availableAt: new Date(availableAt), lastError } as const;
  db.update(jobs).set(postponed).where(held(job)).run();
}

/** Gives a job back untried, as when the server stops. */
export function handBackJob(db: Database, job: Job): void {
  const untried = { state: "queued", attempts: sql`${jobs.attempts} - 1` } as const;
  db.update(jobs).set(untried).where(held(job)).run();
}

/** Keeps a job as failed, readable by people. False when the lease was lost. */
export function failJob(db: Database, job: Job, lastError: string): boolean {
  return db.update(jobs).set({ state: "failed", lastError }).where(held(job)).run().changes === 1;
}

/** At start nobody holds a lease on these kinds: one server owns the data folder. They were lost with it. */
export function releaseLeases(db: Database, kinds: string[], now: number): number {
  const released = db.update(jobs).set({
    state: "queued",
    availableAt: new Date(now),
    lostLeases: sql`${jobs.lostLeases} + 1`,
  });
  return released.where(and(inArray(jobs.kind, kinds), eq(jobs.state, "running"))).run().changes;
}

/** The id of a job that could have been taken before `before` (ms since 1970) and still waits. */
export function findStuckJob(db: Database, before: number): string | undefined {
  const waiting = and(eq(jobs.state, "queued"), lt(jobs.availableAt, new Date(before)));
  return db.select({ id: jobs.id }).from(jobs).where(waiting).limit(1).get()?.id;
}

/** Every job that is not done, oldest first. */
export function listJobs(db: Database): Job[] {
  return db.select().from(jobs).orderBy(jobs.createdAt, jobs.id).all();
}

/** How many jobs of a kind are still to be done for a user. */
export function countJobsFor(db: Database, kind: string, userId: string): number {
  const open = and(eq(jobs.kind, kind), eq(jobs.userId, userId), ne(jobs.state, "failed"));
  return db.select({ jobs: count() }).from(jobs).where(open).get()?.jobs ?? 0;
}

/** Forgets failed jobs that were queued before `before` (ms since 1970). */
export function deleteFailedJobsBefore(db: Database, before: number): void {
  const old = lt(jobs.createdAt, new Date(before));
  db.delete(jobs)
    .where(and(eq(jobs.state, "failed"), old))
    .run();
}

export function countWaitingJobs(db: Database, kinds: string[]): number {
  const waiting = db.select({ jobs: count() }).from(jobs);
  return waiting.where(and(inArray(jobs.kind, kinds), eq(jobs.state, "queued"))).get()?.jobs ?? 0;
}
