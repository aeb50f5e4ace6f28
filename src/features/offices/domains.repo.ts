import { and, asc, eq, lte } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { officeDomains } from "../../../db/schema.ts";
import type { DomainRow } from "./domains.ts";

const { id, officeId, name, nextCheckAt } = officeDomains;
const ofOffice = (office: string, domain: string) => and(eq(officeId, office), eq(id, domain));

export async function insertDomain(db: Database, row: DomainRow): Promise<void> {
  await db.insert(officeDomains).values(row).run();
}

/** The domains of an office, by name. */
export async function listDomainsOf(db: Database, office: string): Promise<DomainRow[]> {
  return db.select().from(officeDomains).where(eq(officeId, office)).orderBy(asc(name)).all();
}

export async function findDomainOf(
  db: Database,
  office: string,
  domain: string,
): Promise<DomainRow | undefined> {
  return db.select().from(officeDomains).where(ofOffice(office, domain)).get();
}

export async function updateDomain(
  db: Database,
  office: string,
  domain: string,
  values: Partial<DomainRow>,
): Promise<void> {
  await db.update(officeDomains).set(values).where(ofOffice(office, domain)).run();
}

/** No domain of the office stands on new certificates. */
export async function showNoDomain(db: Database, office: string): Promise<void> {
  await db.update(officeDomains).set({ isShown: false }).where(eq(officeId, office)).run();
}

/** The domain as it was; undefined if the office has no such domain. */
export async function deleteDomain(
  db: Database,
  office: string,
  domain: string,
): Promise<DomainRow | undefined> {
  return db.delete(officeDomains).where(ofOffice(office, domain)).returning().get();
}

export async function deleteDomainsOf(db: Database, office: string): Promise<void> {
  await db.delete(officeDomains).where(eq(officeId, office)).run();
}

/** Domains to be checked by now, those that have waited longest first. */
export async function listDueDomains(db: Database, now: Date, limit: number): Promise<DomainRow[]> {
  return db
    .select()
    .from(officeDomains)
    .where(lte(nextCheckAt, now))
    .orderBy(asc(nextCheckAt), asc(id))
    .limit(limit)
    .all();
}
