import Stripe from "stripe";
import { type Account, find } from "../account.ts";
import { newId } from "../protocol/ids.ts";
import { LIST_PARAMS, page } from "../protocol/lists.ts";
import { onlyKnown, text, texts } from "../protocol/params.ts";
import type { Routes } from "../routes.ts";

/** The API version whose shapes this stand-in speaks: the one that the installed client pins. */
export const API_VERSION = Stripe.API_VERSION;

/**
 * Records that something happened, with a copy of the object as it is now and, for an update, the former values
 * of what changed.
 */
export function record(
  account: Account,
  type: string,
  object: object,
  previous?: Record<string, unknown>,
): void {
  const event = {
    id: newId("evt"),
    object: "event",
    api_version: API_VERSION,
    created: account.clock.now(),
    data: { object: structuredClone(object), ...(previous ? { previous_attributes: previous } : {}) },
    livemode: false,
    pending_webhooks: 1,
    request: account.request,
    type,
  } as unknown as Stripe.Event;
  account.events.set(event.id, event);
  account.onEvent(event);
}

/** Top-level fields that differ, with their former values. */
export function changedFields(before: object, after: object): Record<string, unknown> {
  const now = new Map<string, unknown>(Object.entries(after));
  return Object.fromEntries(
    Object.entries(before).filter(([name, value]) => !Bun.deepEquals(value, now.get(name))),
  );
}

export const eventRoutes: Routes = {
  "GET /v1/events": (account, { params }) => {
    onlyKnown(params, [...LIST_PARAMS, "type", "types"]);
    const type = text(params, "type");
    const types = type === undefined ? texts(params, "types") : [type];
    const chosen = [...account.events.values()].filter((event) => matches(event.type, types));
    return page(chosen, "/v1/events", params);
  },
  "GET /v1/events/:id": (account, { id }) => find(account.events, "event", id),
};

/** Types may end in `*`, as in `charge.*`. */
function matches(type: string, wanted: string[] | undefined): boolean {
  if (wanted === undefined) return true;
  return wanted.some((name) => (name.endsWith("*") ? type.startsWith(name.slice(0, -1)) : type === name));
}
