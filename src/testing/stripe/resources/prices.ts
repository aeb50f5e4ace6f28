import { type Account, find } from "../account.ts";
import { invalidRequest } from "../protocol/faults.ts";
import type { Params } from "../protocol/form.ts";
import { newId } from "../protocol/ids.ts";
import { LIST_PARAMS, page } from "../protocol/lists.ts";
import { mergedMetadata } from "../protocol/metadata.ts";
import {
  choice,
  flag,
  group,
  onlyKnown,
  requiredText,
  requiredWholeNumber,
  text,
  textOrNull,
  texts,
  wholeNumber,
} from "../protocol/params.ts";
import type { Routes } from "../routes.ts";
import { record } from "./events.ts";
import { createProduct } from "./products.ts";
import type { Price } from "./wire-shapes.ts";

const INTERVALS = ["day", "week", "month", "year"] as const;
const KNOWN = ["currency", "product", "product_data", "unit_amount", "recurring", "tax_behavior"];
const WITH_NAMES = [...KNOWN, "active", "lookup_key", "metadata", "nickname"];

export const priceRoutes: Routes = {
  "POST /v1/prices": (account, { params }) => {
    onlyKnown(params, WITH_NAMES);
    return createPrice(account, params);
  },
  "GET /v1/prices": (account, { params }) => {
    onlyKnown(params, [...LIST_PARAMS, "active", "product", "lookup_keys"]);
    const active = flag(params, "active");
    const product = text(params, "product");
    const keys = texts(params, "lookup_keys");
    const chosen = [...account.prices.values()].filter(
      (price) =>
        (active === undefined || price.active === active) &&
        (product === undefined || price.product === product) &&
        (keys === undefined || keys.includes(price.lookup_key ?? "")),
    );
    return page(chosen, "/v1/prices", params);
  },
  "GET /v1/prices/:id": (account, { id }) => find(account.prices, "price", id),
  "POST /v1/prices/:id": (account, { id, params }) => {
    onlyKnown(params, ["active", "metadata", "nickname"]);
    const price = find(account.prices, "price", id);
    price.active = flag(params, "active") ?? price.active;
    price.metadata = mergedMetadata(price.metadata, params);
    record(account, "price.updated", price);
    return price;
  },
};

/** The price that a subscription item names or describes. */
export function priceOfItem(account: Account, item: Params): Price {
  const id = text(item, "price");
  if (id !== undefined) return find(account.prices, "price", id, "items[0][price]");
  const data = group(item, "price_data");
  if (data === undefined) {
    throw invalidRequest("Missing required param: items[0][price].", {
      code: "parameter_missing",
      param: "items[0][price]",
    });
  }
  requiredText(data, "product");
  return createPrice(account, data);
}

function createPrice(account: Account, params: Params): Price {
  onlyKnown(params, WITH_NAMES);
  const currency = requiredText(params, "currency").toLowerCase();
  const amount = requiredWholeNumber(params, "unit_amount");
  const recurring = group(params, "recurring");
  const price: Price = {
    id: newId("price"),
    object: "price",
    active: flag(params, "active") ?? true,
    billing_scheme: "per_unit",
    created: account.clock.now(),
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: textOrNull(params, "lookup_key"),
    metadata: mergedMetadata({}, params),
    nickname: textOrNull(params, "nickname"),
    product: productOf(account, params),
    recurring: recurring === undefined ? null : recurrence(recurring),
    tax_behavior: choice(params, "tax_behavior", ["exclusive", "inclusive", "unspecified"]) ?? "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: recurring === undefined ? "one_time" : "recurring",
    unit_amount: amount,
    unit_amount_decimal: String(amount),
  };
  account.prices.set(price.id, price);
  record(account, "price.created", price);
  return price;
}

function productOf(account: Account, params: Params): string {
  const data = group(params, "product_data");
  if (data !== undefined) return createProduct(account, data).id;
  return find(account.products, "product", requiredText(params, "product"), "product").id;
}

function recurrence(params: Params): NonNullable<Price["recurring"]> {
  requiredText(params, "interval");
  return {
    interval: choice(params, "interval", INTERVALS) ?? "month",
    interval_count: wholeNumber(params, "interval_count") ?? 1,
    meter: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}
