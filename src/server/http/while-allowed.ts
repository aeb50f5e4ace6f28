import type { OfficeRole } from "../../../db/columns/offices.ts";
import { AppError } from "../../errors.ts";
import { type Actor, hasRole } from "../../features/accounts/accounts.ts";
import { findRoleIn } from "../../features/accounts/memberships.service.ts";
import type { Context } from "./context.ts";
import { findCaller } from "./identify.ts";

/** How long a download may go on without a look at whether its reader still may. */
const recheckMs = 1_000;

type Reader = Pick<Context, "deps" | "accessToken" | "sessionToken">;

/**
 * Passes on the parts of a long download, and breaks it off once its reader may no longer make it: they have logged
 * out, their token was revoked, their account deleted, or they were removed from the office or have a lower role than
 * `needed` there. Switching to another account in the meantime ends nothing.
 */
export async function* whileAllowed(
  context: Reader,
  owner: Actor,
  needed: OfficeRole,
  parts: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const { now } = context.deps;
  let checkedAt = now();
  for await (const part of parts) {
    if (Math.abs(now() - checkedAt) >= recheckMs) {
      if (!(await isAllowed(context, owner, needed))) throw noLongerAllowed();
      checkedAt = now();
    }
    yield part;
  }
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
