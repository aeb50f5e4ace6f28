import type Stripe from "stripe";
import { type Account, find } from "../account.ts";
import type { Params } from "../protocol/form.ts";
import { newId } from "../protocol/ids.ts";
import { LIST_PARAMS, page } from "../protocol/lists.ts";
import { mergedMetadata } from "../protocol/metadata.ts";
import { flag, onlyKnown, requiredText, textOrNull } from "../protocol/params.ts";
import type { Routes } from "../routes.ts";
import { record } from "./events.ts";

const KNOWN = ["id", "name", "description", "active", "metadata", "tax_code", "statement_descriptor"];

export const productRoutes: Routes = {
  "POST /v1/products": (account, { params }) => createProduct(account, params),
  "GET /v1/products": (account, { params }) => {
    onlyKnown(params, [...LIST_PARAMS, "active"]);
    const active = flag(params, "active");
    const all = [...account.products.values()];
    return page(
      all.filter((product) => active === undefined || product.active === active),
      "/v1/products",
      params,
    );
  },
  "GET /v1/products/:id": (account, { id }) => find(account.products, "product", id),
  "POST /v1/products/:id": (account, { id, params }) => {
    onlyKnown(params, KNOWN);
    const product = find(account.products, "product", id);
    applyParams(account, product, params);
    record(account, "product.updated", product);
    return product;
  },
};

export function createProduct(account: Account, params: Params): Stripe.Product {
  onlyKnown(params, KNOWN);
  const now = account.clock.now();
  const product: Stripe.Product = {
    id: textOrNull(params, "id") ?? newId("prod", 14),
    object: "product",
    active: true,
    created: now,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name: requiredText(params, "name"),
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: now,
    url: null,
  };
  applyParams(account, product, params);
  account.products.set(product.id, product);
  record(account, "product.created", product);
  return product;
}

function applyParams(account: Account, product: Stripe.Product, params: Params): void {
  if (params.name !== undefined) product.name = requiredText(params, "name");
  product.active = flag(params, "active") ?? product.active;
  for (const name of ["description", "tax_code", "statement_descriptor"] as const) {
    if (params[name] !== undefined) product[name] = textOrNull(params, name);
  }
  product.metadata = mergedMetadata(product.metadata, params);
  product.updated = account.clock.now();
}
