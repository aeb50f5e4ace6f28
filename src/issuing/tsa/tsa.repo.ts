import { sha256 as sha256Of } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { and, eq, min } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { placeholders, prepared } from "../../../db/prepared.ts";
import { checkpointTimeStamps, timeStampRoots, timeStamps } from "../../../db/schema.ts";
import type { Certificate } from "../../evidence/x509/certificate.ts";
import type { IssuedTimeStamp } from "./tsa.ts";

/** What a token is about: the file as it was uploaded, or its stamped copy. */
export type TimeStamped = "original" | "stamped";

/** Call it in the transaction that stores the certificate, or later for a missing external token. */
export async function insertTimeStamp(
  db: Database,
  serialNumber: string,
  about: TimeStamped,
  { token, time, authority, certificateEnd, outside }: IssuedTimeStamp,
): Promise<void> {
  const values = { token: Buffer.from(token), time, authority, renewBefore: certificateEnd };
  const row = { serialNumber, about, isOutside: outside, ...values };
  await newTimeStamp(db).run(row);
}

const newTimeStamp = prepared((db) =>
  db
    .insert(timeStamps)
    .values(placeholders("serialNumber", "about", "isOutside", "token", "time", "authority", "renewBefore"))
    .onConflictDoNothing()
    .prepare(),
);

/** A document's tokens, those of external authorities first. */
export async function listTimeStamps(
  db: Database,
  serialNumber: string,
): Promise<(typeof timeStamps.$inferSelect)[]> {
  const rows = await db.select().from(timeStamps).where(eq(timeStamps.serialNumber, serialNumber)).all();
  return rows.toSorted((one, other) => Number(other.isOutside) - Number(one.isOutside));
}

/** Stores the root of an external token with the time it was first accepted. Writes nothing when it is known. */
export async function insertRoot(db: Database, { bytes }: Certificate, acceptedAt: Date): Promise<void> {
  const sha256 = bytesToHex(sha256Of(bytes));
  const known = await db.select().from(timeStampRoots).where(eq(timeStampRoots.sha256, sha256)).get();
  if (known) return;
  const row = { sha256, certificate: Buffer.from(bytes), acceptedAt };
  await db.insert(timeStampRoots).values(row).onConflictDoNothing().run();
}

/** All roots that were ever accepted, oldest first. */
export async function listRoots(db: Database): Promise<(typeof timeStampRoots.$inferSelect)[]> {
  return db.select().from(timeStampRoots).orderBy(timeStampRoots.acceptedAt, timeStampRoots.sha256).all();
}

/** The first tokens of each external authority over documents and over checkpoints, with their times. */
export async function firstExternalTokens(db: Database): Promise<{ token: Uint8Array; time: Date }[]> {
  const about = timeStamps;
  const over = checkpointTimeStamps;
  const firstAbout = db
    .select({ authority: about.authority, time: min(about.time).as("first_time") })
    .from(about)
    .where(eq(about.isOutside, true))
    .groupBy(about.authority)
    .as("first_about");
  const ofDocuments = db
    .select({ token: about.token, time: about.time })
    .from(about)
    .innerJoin(firstAbout, and(eq(about.authority, firstAbout.authority), eq(about.time, firstAbout.time)))
    .where(eq(about.isOutside, true));
  const firstOver = db
    .select({ authority: over.authority, time: min(over.time).as("first_time") })
    .from(over)
    .groupBy(over.authority)
    .as("first_over");
  const ofCheckpoints = db
    .select({ token: over.token, time: over.time })
    .from(over)
    .innerJoin(firstOver, and(eq(over.authority, firstOver.authority), eq(over.time, firstOver.time)));
  return [...(await ofDocuments.all()), ...(await ofCheckpoints.all())];
}
