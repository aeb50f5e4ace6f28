import {
  and,
  count,
  eq,
  getTableColumns,
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
import { listedTexts } from "../../../db/sql-dialect.ts";

export type JobRow = typeof jobs.$inferSelect;
/** A job that was taken: the lease has an owner. */
export type Job = JobRow & { leaseOwner: string };
/** `notBefore`: the earliest time it may be taken. Default: immediately. */
export type NewJob = {
  kind: string;
  subject: string;
  userId: string | null;
  at: number;
  notBefore?: number;
};

/** The oldest due job of a user. */
export type WaitingTurn = { jobId: string; userId: string | null; createdAt: number };

type Lease = Record<"id" | "leaseOwner", string | Placeholder> & { attempts: number | Placeholder };

/** Matches only while the lease is valid: every lease names its owner and increments `attempts`. */
const held = ({ id, leaseOwner, attempts }: Lease) =>
  and(
    eq(jobs.id, id),
    eq(jobs.state, "running"),
    eq(jobs.leaseOwner, leaseOwner),
    eq(jobs.attempts, attempts),
  );

/**
 * The longest delay between two attempts. A job with a longer one was written while the clock was ahead, and so was a
 * job that was never tried and seems to be queued in the future.
 */
const longestPauseMs = 24 * 3_600_000;
const clockSlackMs = 60_000;

/** Filled with the values that `takeJob` passes. */
const filled = (name: string) => sql`${sql.placeholder(name)}`;

const ofKind = eq(jobs.kind, filled("kind"));
const leaseExpired = and(
  eq(jobs.state, "running"),
  or(lte(jobs.leaseUntil, filled("now")), gt(jobs.leaseUntil, filled("afterLongestPause"))),
);
const due = or(
  and(eq(jobs.state, "queued"), lte(jobs.availableAt, filled("now"))),
  and(eq(jobs.state, "queued"), gt(jobs.availableAt, filled("afterLongestPause"))),
  and(eq(jobs.state, "queued"), eq(jobs.attempts, 0), gt(jobs.createdAt, filled("afterClockSlack"))),
  leaseExpired,
);
const wanted = (db: Database) => and(due, notInArray(jobs.id, listedTexts(db, "except")));

/**
 * The kinds among these that have a queued job, due or not, or one whose lease has expired. Cheap, since the runner
 * calls it whenever a job was queued.
 */
export async function listKindsWithJobs(db: Database, kinds: string[], now: number): Promise<Set<string>> {
  const values = { kinds: JSON.stringify(kinds), now, afterLongestPause: now + longestPauseMs };
  const rows = await kindsWithJobs(db).all(values);
  return new Set(rows.map(({ kind }) => kind));
}

const kindsWithJobs = prepared((db) =>
  db
    .select({ kind: sql<string>`waiting.kind` })
    .from(
      sql`(
        WITH wanted(kind) AS ${listedTexts(db, "kinds")}
        SELECT kind FROM wanted WHERE EXISTS (
          SELECT 1 FROM ${jobs} WHERE ${jobs.kind} = wanted.kind AND ${or(eq(jobs.state, "queued"), leaseExpired)}
        )
      ) AS waiting`,
    )
    .prepare(),
);

/** Queues a job. It replaces an earlier job of the same kind about the same subject, including a failed one. */
export async function queueJob(
  db: Database,
  { kind, subject, userId, at, notBefore = at }: NewJob,
): Promise<void> {
  const times = { availableAt: new Date(notBefore), createdAt: new Date(at) };
  await newJob(db).run({ id: crypto.randomUUID(), kind, subject, userId, ...times });
}

const newValues = Object.fromEntries(
  Object.entries(getTableColumns(jobs)).map(([key, column]) => [
    key,
    sql`excluded.${sql.identifier(column.name)}`,
  ]),
);

/** One statement, so that it is also whole outside of a transaction. A lease of the earlier job is no longer held. */
const newJob = prepared((db) =>
  db
    .insert(jobs)
    .values(placeholders("id", "kind", "subject", "userId", "availableAt", "createdAt"))
    .onConflictDoUpdate({
      target: [jobs.kind, jobs.subject],
      set: newValues,
    })
    .prepare(),
);

export async function removeJobsAbout(db: Database, kind: string, subject: string): Promise<void> {
  await removal(db).run({ kind, subject });
}

const removal = prepared((db) =>
  db
    .delete(jobs)
    .where(and(eq(jobs.kind, sql.placeholder("kind")), eq(jobs.subject, sql.placeholder("subject"))))
    .prepare(),
);

export type JobRequest = {
  kind: string;
  /** The ID of the server that takes it. */
  owner: string;
  now: number;
  leaseUntil: number;
  /** IDs of jobs to skip. */
  except?: string[];
  /** Only jobs about these subjects. */
  about?: string[];
  /** Only jobs about other subjects. */
  notAbout?: string[];
  /** Chooses among the first due job of each user. Default: the first of them. */
  choose?: (turns: WaitingTurn[]) => WaitingTurn | undefined;
};

/**
 * Takes the next job: finds the due ones, chooses one and leases it, in one transaction. A job that another server
 * takes at the same moment is skipped.
 */
export async function takeJob(db: Database, request: JobRequest): Promise<Job | undefined> {
  const { kind, owner, now, leaseUntil, except = [], about, notAbout = [] } = request;
  const { choose = ([first]) => first } = request;
  const subjects = JSON.stringify(about ?? notAbout);
  const values = {
    kind,
    now,
    subjects,
    except: JSON.stringify(except),
    afterLongestPause: now + longestPauseMs,
    afterClockSlack: now + clockSlackMs,
  };
  return db.transaction(
    async (db) => {
      let turns = await (about ? findTurnsAbout(db, values) : firstTurns(db).all(values));
      for (let turn = choose(turns); turn; turn = choose(turns)) {
        const { jobId, userId } = turn;
        const leasing = about ? leasingAbout : leasingNotAbout;
        const leased = await leasing(db).get({ ...values, jobId, userId, owner, leaseUntil });
        if (leased) return { ...leased, leaseOwner: owner };
        turns = turns.filter((other) => other.jobId !== jobId);
      }
    },
    // If a power failure undoes a lease, the job is leased again after the next start.
    { isolation: "read committed", isDurable: false },
  );
}

const subjectWanted = (db: Database) => inArray(jobs.subject, listedTexts(db, "subjects"));
const subjectUnwanted = (db: Database) => notInArray(jobs.subject, listedTexts(db, "subjects"));

const leaseQuery = (subject: typeof subjectWanted) =>
  prepared((db) =>
    db
      .update(jobs)
      .set({
        state: "running",
        attempts: sql`${jobs.attempts} + 1`,
        lostLeases: sql`${jobs.lostLeases} + CASE WHEN ${jobs.state} = 'running' THEN 1 ELSE 0 END`,
        leaseOwner: sql`${sql.placeholder("owner")}`,
        leaseUntil: sql`${sql.placeholder("leaseUntil")}`,
      })
      .where(
        db.engine === "sqlite"
          ? eq(jobs.id, sql.placeholder("jobId"))
          : eq(jobs.id, firstUnlocked(db, subject(db))),
      )
      .returning()
      .prepare(),
  );

const leasingAbout = leaseQuery(subjectWanted);
const leasingNotAbout = leaseQuery(subjectUnwanted);

/** On PostgreSQL several servers choose at the same time: each gets the user's oldest job that no other is taking. */
const firstUnlocked = (db: Database, subject: SQL) => {
  const userId = sql`CAST(${sql.placeholder("userId")} AS text)`;
  return sql`(
    SELECT ${jobs.id} FROM ${jobs}
    WHERE ${ofKind} AND (${jobs.userId} = ${userId} OR (${jobs.userId} IS NULL AND ${userId} IS NULL))
      AND ${wanted(db)} AND ${subject}
    ORDER BY ${jobs.createdAt} LIMIT 1 FOR UPDATE SKIP LOCKED
  )`;
};

/** The first due job of each user among the jobs about these subjects. */
async function findTurnsAbout(db: Database, values: Record<string, unknown>): Promise<WaitingTurn[]> {
  const firstOfUser = new Map<string | null, WaitingTurn>();
  for (const { jobId, userId, createdAt } of await jobsAbout(db).all(values)) {
    if (!firstOfUser.has(userId)) firstOfUser.set(userId, { jobId, userId, createdAt: createdAt.getTime() });
  }
  return [...firstOfUser.values()];
}

const jobsAbout = prepared((db) =>
  db
    .select({ jobId: jobs.id, userId: jobs.userId, createdAt: jobs.createdAt })
    .from(jobs)
    .where(and(ofKind, wanted(db), subjectWanted(db)))
    .orderBy(jobs.createdAt)
    .prepare(),
);

/**
 * Steps from user to user along the index and takes the first matching job of each, so that it does not read a hundred
 * thousand waiting jobs on every turn. The last user is NULL: jobs without a user.
 */
const firstTurns = prepared((db) => {
  const selectFirstJob = (user: SQL) => sql`(
    SELECT ${jobs.id} FROM ${jobs}
    WHERE ${ofKind} AND ${jobs.userId} ${user} AND ${wanted(db)}
      AND ${subjectUnwanted(db)}
    ORDER BY ${jobs.createdAt} LIMIT 1
  )`;
  return db
    .select({
      jobId: sql<string>`turn.id`,
      userId: sql<string | null>`turn.user_id`,
      createdAt: sql<number>`turn.created_at`,
    })
    .from(
      sql`(
        WITH RECURSIVE waiting(user_id) AS (
          SELECT (SELECT min(${jobs.userId}) FROM ${jobs} WHERE ${ofKind})
          UNION ALL
          SELECT (SELECT min(${jobs.userId}) FROM ${jobs} WHERE ${ofKind} AND ${jobs.userId} > waiting.user_id)
          FROM waiting WHERE waiting.user_id IS NOT NULL
        )
        SELECT user_id FROM waiting
      ) AS waiting JOIN jobs AS turn ON turn.id = CASE
        WHEN waiting.user_id IS NULL THEN ${selectFirstJob(sql`IS NULL`)}
        ELSE ${selectFirstJob(sql`= waiting.user_id`)}
      END`,
    )
    .prepare();
});

/** False if the lease was lost: the job was deleted or taken by another runner. */
export async function renewJobLease(db: Database, job: Job, leaseUntil: number): Promise<boolean> {
  const renewed = db.update(jobs).set({ leaseUntil: new Date(leaseUntil) });
  return (await renewed.where(held(job)).returning({ id: jobs.id }).get()) !== undefined;
}

/** The last step of a job, in the transaction that writes its result. False if the lease was lost. */
export async function finishJob(db: Database, job: Job): Promise<boolean> {
  return (
    (await finishing(db).get({ id: job.id, attempts: job.attempts, leaseOwner: job.leaseOwner })) !==
    undefined
  );
}

const finishing = prepared((db) =>
  db
    .delete(jobs)
    .where(held(placeholders("id", "attempts", "leaseOwner")))
    .returning({ id: jobs.id })
    .prepare(),
);

/** Returns a job to the queue for a later attempt. */
export async function postponeJob(
  db: Database,
  job: Job,
  availableAt: number,
  lastError: string,
): Promise<void> {
  const postponed = { state: "queued", availableAt: new Date(availableAt), lastError } as const;
  await db.update(jobs).set(postponed).where(held(job)).run();
}

/** Returns a job to the queue as if it had not been tried, e.g. when the server stops, to be taken at once or later. */
export async function returnJob(
  db: Database,
  job: Job,
  wait: { availableAt?: Date; lastError?: string } = {},
): Promise<void> {
  const untried = { state: "queued", attempts: sql`${jobs.attempts} - 1` } as const;
  await db
    .update(jobs)
    .set({ ...untried, ...wait })
    .where(held(job))
    .run();
}

/** Marks a job as failed, for the operator to read. False if the lease was lost. */
export async function failJob(db: Database, job: Job, lastError: string): Promise<boolean> {
  return (
    (await db
      .update(jobs)
      .set({ state: "failed", lastError })
      .where(held(job))
      .returning({ id: jobs.id })
      .get()) !== undefined
  );
}

/** At the start of a server that does not share its database: all leases belong to dead servers. */
export async function releaseLeases(db: Database, kinds: string[], now: number): Promise<number> {
  const released = db.update(jobs).set({
    state: "queued",
    availableAt: new Date(now),
    lostLeases: sql`${jobs.lostLeases} + 1`,
  });
  const leased = and(inArray(jobs.kind, kinds), eq(jobs.state, "running"));
  return (await released.where(leased).returning({ id: jobs.id }).all()).length;
}

/** The ID of a job that has been waiting since before `before` (ms since 1970). */
export async function findStuckJob(db: Database, before: number): Promise<string | undefined> {
  const waiting = and(eq(jobs.state, "queued"), lt(jobs.availableAt, new Date(before)));
  return (await db.select({ id: jobs.id }).from(jobs).where(waiting).limit(1).get())?.id;
}

/** All unfinished jobs, oldest first. */
export async function listJobs(db: Database): Promise<JobRow[]> {
  return db.select().from(jobs).orderBy(jobs.createdAt, jobs.id).all();
}

/** The subjects that have a waiting or running job of these kinds. */
export async function listOpenSubjects(
  db: Database,
  kinds: string[],
  subjects: string[],
): Promise<Set<string>> {
  const open = and(inArray(jobs.kind, kinds), inArray(jobs.subject, subjects), ne(jobs.state, "failed"));
  const rows = await db.select({ subject: jobs.subject }).from(jobs).where(open).all();
  return new Set(rows.map(({ subject }) => subject));
}

/** The number of a user's waiting and running jobs of a kind. */
export async function countJobsFor(db: Database, kind: string, userId: string): Promise<number> {
  const open = and(eq(jobs.kind, kind), eq(jobs.userId, userId), ne(jobs.state, "failed"));
  return (await db.select({ jobs: count() }).from(jobs).where(open).get())?.jobs ?? 0;
}

/** Deletes failed jobs that were queued before `before` (ms since 1970). */
export async function deleteFailedJobsBefore(db: Database, before: number): Promise<void> {
  const old = lt(jobs.createdAt, new Date(before));
  await db
    .delete(jobs)
    .where(and(eq(jobs.state, "failed"), old))
    .run();
}

export async function countWaitingJobs(db: Database, kinds: string[]): Promise<number> {
  const waiting = db.select({ jobs: count() }).from(jobs);
  return (await waiting.where(and(inArray(jobs.kind, kinds), eq(jobs.state, "queued"))).get())?.jobs ?? 0;
}
