import type { StatedIdentity } from "../../evidence/stated-identity.ts";
import type { Deps } from "../deps.ts";
import { findChosenDomain } from "./stated-domain.repo.ts";
import { isVerified } from "./stated-domain.ts";

/** The domain that a statement made now says of an office; undefined without a verified one. */
export async function findStatedDomain(
  { db, now }: Pick<Deps, "db" | "now">,
  officeId: string,
): Promise<StatedIdentity["domain"]> {
  const row = await findChosenDomain(db, officeId);
  if (!row?.seenAt || !isVerified(row, now())) return undefined;
  return { name: row.name, on: row.seenAt.toISOString().slice(0, 10) };
}
