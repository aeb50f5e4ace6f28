import { expect, test } from "bun:test";
import { readAdminAddress } from "./admin-address.ts";

test("a link to a search keeps its tab, its key and its term", () => {
  const address = { tab: "documents", by: "serial", term: "AT-7K2M9" } as const;
  expect(readAdminAddress(address)).toEqual(address);
  expect(readAdminAddress({ by: "username", term: 1234 })).toEqual({ by: "username", term: "1234" });
});

test("admin search: a blank term in the address is ignored [spec 5 search-blank-screen]", () => {
  expect(readAdminAddress({ tab: "documents", by: "email", term: "  " })).toEqual({
    tab: "documents",
    by: "email",
  });
});

test("the figures keep their period and what the chart shows", () => {
  expect(readAdminAddress({ days: "90", figure: "revenue" })).toEqual({ days: 90, figure: "revenue" });
  expect(readAdminAddress({ days: 45, figure: "secrets" })).toEqual({});
});

test("unknown values in the address are dropped", () => {
  expect(readAdminAddress({ tab: "secrets", by: "password", more: 1 })).toEqual({});
});

test("the list of users keeps its filters, its order and its page; the default order is left out", () => {
  const address = { tab: "users", plan: "bundle", active: "yes", sort: "-email", page: 3 } as const;
  expect(readAdminAddress({ ...address, page: "3" })).toEqual(address);
  expect(readAdminAddress({ plan: "gold", admin: "maybe", sort: "-createdAt", page: "-1" })).toEqual({});
});
