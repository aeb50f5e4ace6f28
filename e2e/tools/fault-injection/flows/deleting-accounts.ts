import { findActiveUser } from "../../../../src/features/accounts/accounts.repo.ts";
import { removeUser } from "../../../../src/features/admin/users.service.ts";
import { payPerDocument } from "../../../../src/features/billing/document-payment.service.ts";
import type { Flow } from "../flow.ts";
import type { World } from "../world.ts";
import { upload } from "./steps.ts";

const isDeleted = async ({ deps, owner }: World) => (await findActiveUser(deps.db, owner.id)) === undefined;

async function remove(world: World): Promise<void> {
  if (!(await isDeleted(world))) await removeUser(world.deps, world.admin, world.owner.id);
}

/** An admin deletes an account with a stamped document and a pending payment: it can no longer be charged. */
export const deletingAccounts: Flow = {
  what: "an account with an open payment is deleted",
  async begin(world) {
    await payPerDocument(world.deps, world.owner, await upload(world, "unpaid.pdf"));
  },
  act: remove,
  again: remove,
  isDone: isDeleted,
  faultsIn: async ({ stripe }) => {
    const isAborted = stripe.control.events().some(({ type }) => type === "payment_intent.canceled");
    return isAborted ? [] : ["its payment can still be made"];
  },
};
