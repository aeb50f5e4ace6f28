import { type SearchKey, searchKeys } from "../../../src/admin/admin.schema.ts";

export const adminTabs = ["documents", "users", "tickets", "credits"] as const;
export type AdminTab = (typeof adminTabs)[number];

/** What the address of /admin says; what is missing or unknown is left out and stands for the first choice. */
export type AdminAddress = { tab?: AdminTab; by?: SearchKey; term?: string };

/** Reads the address, whatever somebody wrote into it. */
export function readAdminAddress(search: Record<string, unknown>): AdminAddress {
  const tab = adminTabs.find((known) => known === search.tab);
  const by = searchKeys.find((known) => known === search.by);
  const term = search.term === undefined ? "" : String(search.term).trim();
  return { ...(tab && { tab }), ...(by && { by }), ...(term && { term }) };
}
