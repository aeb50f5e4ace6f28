import type Stripe from "stripe";
import type { Actor } from "../accounts/accounts.ts";
import type { Deps } from "../deps.ts";
import { findCustomer, updateCustomer } from "./customers.repo.ts";
import { isMissing } from "./payments.ts";
import type { Purchase } from "./purchases.ts";

/** Stripe's customer of this user, with the name and address of today. `taxAddress`: where taxes are due. */
export async function customerOf(
  deps: Deps,
  stripe: Stripe,
  owner: Actor,
  purchase: Purchase,
  taxAddress: string | undefined,
): Promise<string> {
  const details: Stripe.CustomerUpdateParams = {
    name: [owner.firstName, owner.lastName].filter(Boolean).join(" ") || owner.username,
    metadata: { userId: owner.id },
    ...(owner.email ? { email: owner.email } : {}),
    ...(taxAddress ? { tax: { ip_address: taxAddress } } : {}),
  };
  const known = findCustomer(deps.db, owner.id)?.stripeCustomerId;
  if (known && (await isUpdated(stripe, known, details))) return known;
  const options = { idempotencyKey: `customer:${purchase.id}` };
  const { id } = await stripe.customers.create(details, options);
  updateCustomer(deps.db, owner.id, { stripeCustomerId: id });
  return id;
}

/** False when the customer is gone, e.g. after a change from test keys to live ones. */
async function isUpdated(stripe: Stripe, id: string, details: Stripe.CustomerUpdateParams): Promise<boolean> {
  try {
    await stripe.customers.update(id, details);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
