import type { SearchKey } from "../../../src/features/admin/admin.schema.ts";

export const adminTabs = ["documents", "users", "tickets", "credits"] as const;
export type AdminTab = (typeof adminTabs)[number];

/** Written out once more, so that the router, which every page loads, brings no schema along. */
const keys = ["email", "serial", "username"] as const satisfies readonly SearchKey[];

/** What the address of /admin says; what is missing or unknown is left out and stands for the first choice. */
export type AdminAddress = { tab?: AdminTab; by?: SearchKey; term?: string };

/** Reads the address, whatever somebody wrote into it. */
export function readAdminAddress(search: Record<string, unknown>): AdminAddress {
  const tab = adminTabs.find((known) => known === search.tab);
  const by = keys.find((known) => known === search.by);
  const term = search.term === undefined ? "" : String(search.term).trim();
  return { ...(tab && { tab }), ...(by && { by }), ...(term && { term }) };
}
