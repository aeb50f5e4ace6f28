import type { OfficeRole } from "../../../db/columns/offices.ts";
import { AppError } from "../../errors.ts";
import { type Actor, hasRole } from "../../features/accounts/accounts.ts";
import { findRoleIn } from "../../features/accounts/memberships.service.ts";
import { rechecked } from "../../platform/rechecked.ts";
import type { Context } from "./context.ts";
import { findCaller } from "./identify.ts";

type Reader = Pick<Context, "deps" | "accessToken" | "sessionToken">;

/**
 * Passes on the parts of a long download, and breaks it off once its reader may no longer make it: they have logged
 * out, their token was revoked, their account deleted, or they were removed from the office or have a lower role than
 * `needed` there. Switching to another account in the meantime ends nothing.
 */
export function whileAllowed(
  context: Reader,
  owner: Actor,
  needed: OfficeRole,
  parts: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  return rechecked(context.deps, parts, async () => {
    if (!(await isAllowed(context, owner, needed))) throw noLongerAllowed();
  });
}

async function isAllowed(context: Reader, { id, member }: Actor, needed: OfficeRole): Promise<boolean> {
  const caller = await findCaller(context.deps, context);
  if (!caller) return false;
  if (!member) return caller.id === id;
  const role = await findRoleIn(context.deps, id, member.id);
  return caller.id === member.id && role !== undefined && hasRole(role, needed);
}

function noLongerAllowed(): AppError {
  return new AppError(
    "forbidden",
    "download-no-longer-allowed",
    "This download was broken off, because its reader may no longer make it.",
  );
}
