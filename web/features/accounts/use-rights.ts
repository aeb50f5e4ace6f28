import { officeRoles } from "../../../db/columns/offices.ts";
import { trpc } from "../../lib/trpc.ts";

/**
 * What the user may do in the account that they act for: everything in their own, in an office what their role allows.
 * It only decides what is shown; the server decides again.
 */
export function useRights() {
  // Every page loads it for its header; a row of a list asks for nothing.
  const { data } = trpc.accounts.me.useQuery(undefined, { enabled: false });
  const office = data?.office ?? null;
  const rank = officeRoles.indexOf(office?.role ?? "owner");
  const may = (role: (typeof officeRoles)[number]) => rank >= officeRoles.indexOf(role);
  return { office, mayWrite: may("member"), mayDelete: may("manager"), mayPay: may("owner") };
}
