import type { SearchKey } from "../../../src/features/admin/admin.schema.ts";

export const adminTabs = ["documents", "users", "tickets", "credits"] as const;
export type AdminTab = (typeof adminTabs)[number];

/** Duplicated here, so that the router, which every page loads, imports no schema. */
const keys = ["email", "serial", "username"] as const satisfies readonly SearchKey[];

/** The state in the address of /admin; missing or unknown values mean the default. */
export type AdminAddress = { tab?: AdminTab; by?: SearchKey; term?: string };

/** Parses the address, including invalid ones. */
export function readAdminAddress(search: Record<string, unknown>): AdminAddress {
  const tab = adminTabs.find((known) => known === search.tab);
  const by = keys.find((known) => known === search.by);
  const term = search.term === undefined ? "" : String(search.term).trim();
  return { ...(tab && { tab }), ...(by && { by }), ...(term && { term }) };
}
