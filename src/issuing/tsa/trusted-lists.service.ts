import { isOutdated, type TrustedList } from "../../evidence/trust-lists/listed-services.ts";
import { printTrustFile } from "../../evidence/trust-lists/print-trust-file.ts";
import { readTrustFile } from "../../evidence/trust-lists/trust-file.ts";
import { shippedLists } from "../../evidence/trust-lists/trust-lists.ts";
import { checkQualified } from "../../evidence/tsp/qualified.ts";
import { verifyTimeStampToken } from "../../evidence/tsp/token.ts";
import type { IssuingDeps } from "../deps.ts";
import { parseImprint } from "./token-imprint.ts";
import { findSequence, listTrustedLists, removeContent, upsertTrustedList } from "./trusted-lists.repo.ts";
import type { IssuedTimeStamp } from "./tsa.ts";

/**
 * Stores a trusted list whose signature was checked, unless a later version is stored, or was until it was removed:
 * otherwise, someone who withholds versions could bring a withdrawn service back. Returns the newest version. A list
 * that is too large to be read again is not stored.
 */
export async function storeTrustedList(
  { db, now }: Pick<IssuingDeps, "db" | "now">,
  list: TrustedList,
): Promise<number | "too-large"> {
  const { territory, sequence } = list;
  const content = printTrustFile([list]);
  if (readStoredLists(content).length === 0) return "too-large";
  const row = { territory, sequence, content, importedAt: new Date(now()) };
  await upsertTrustedList(db, row);
  return (await findSequence(db, territory)) ?? sequence;
}

/** The lists that the operator imported, by state. */
async function importedLists({ db }: Pick<IssuingDeps, "db">): Promise<TrustedList[]> {
  return (await listTrustedLists(db)).flatMap(({ content }) => readStoredLists(content));
}

/** A list of this server. `due-soon`: its next version is due in two weeks; `overdue`: it makes nothing qualified. */
export type ListState = { list: TrustedList; state: "current" | "due-soon" | "overdue" };

const soonMs = 14 * 24 * 3_600_000;

/** The lists that the operator imported or the server fetched, by state, and whether they still hold. */
export async function readListStates(deps: Pick<IssuingDeps, "db" | "now">): Promise<ListState[]> {
  const now = deps.now();
  return (await importedLists(deps)).map((list) => {
    if (isOutdated(list, new Date(now))) return { list, state: "overdue" };
    return { list, state: isOutdated(list, new Date(now + soonMs)) ? "due-soon" : "current" };
  });
}

/** Removes the list of a state, but not which version it was; false if there is none. */
export async function removeTrustedList(
  { db }: Pick<IssuingDeps, "db">,
  territory: string,
): Promise<boolean> {
  return removeContent(db, territory);
}

/** The trusted lists in a trust file that this program wrote; none if it cannot be read. */
export function readStoredLists(content: string): readonly TrustedList[] {
  const read = readTrustFile(new TextEncoder().encode(content), shippedLists);
  return "lists" in read ? (read.lists.trustedLists ?? []) : [];
}

/** The imported list that says that a token of an external authority is a qualified one; undefined if none does. */
export async function findQualifyingList(
  deps: Pick<IssuingDeps, "db" | "now">,
  { token, outside, root }: IssuedTimeStamp,
): Promise<Pick<TrustedList, "territory" | "sequence"> | undefined> {
  if (!outside || !root) return undefined;
  const check = verifyTimeStampToken(token, { imprint: parseImprint(token), roots: [root] });
  // Most authorities do not say so, and then no list is read.
  if ("error" in check || check.timeStamp.chain[0]?.isStatedQualified !== true) return undefined;
  const found = checkQualified(check.timeStamp, await importedLists(deps), new Date(deps.now()));
  return "list" in found ? { territory: found.list.territory, sequence: found.list.sequence } : undefined;
}
