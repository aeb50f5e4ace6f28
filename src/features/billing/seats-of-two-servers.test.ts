import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { choose, intentIn, openShop, type Shop } from "../../testing/test-billing.ts";
import { createTestClient } from "../../testing/test-client.ts";
import { startWorkingServer } from "../../testing/test-documents.ts";
import { idOf, newMember, newOffice } from "../../testing/test-offices.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { until } from "../../testing/test-waiting.ts";
import { requirePayments } from "./payments.ts";
import { changePlans } from "./plan-changes.ts";
import { plans } from "./plans.ts";
import { seatsJob } from "./seats.service.ts";

setDefaultTimeout(600_000);
let shop: Shop;
let second: TestServer;
beforeAll(async () => {
  const node = () => ({ id: crypto.randomUUID(), isAlone: false });
  const perMember = changePlans(plans, { unlimited: { perMember: true } });
  shop = await openShop({ config: { plans: perMember }, deps: { node: node() } });
  const { config, db, files } = shop.deps;
  const sameDatabase = config.databaseUrl === undefined ? { db } : {};
  second = await startWorkingServer({
    config: { plans: perMember, payments: config.payments, databaseUrl: config.databaseUrl },
    deps: { ...sameDatabase, files, node: node() },
  });
});
afterAll(async () => {
  await second.stop();
  await shop.stop();
});

test("two servers that remove a member each at the same time leave the right number at Stripe [threat C58]", async () => {
  const office = await newOffice(shop);
  const members = [
    await newMember(shop, office, "member"),
    await newMember(shop, office, "member"),
    await newMember(shop, office, "manager"),
    await newMember(shop, office, "member"),
  ];
  const ids = await Promise.all(members.map((member) => idOf(shop, member)));
  shop.control.pay(intentIn(await choose(office.owner, "unlimited")));
  await shop.control.deliveriesSettled();
  const elsewhere = createTestClient(second.origin, office.owner.cookie());
  const owners = [office.owner, elsewhere];
  const removed = await Promise.all(
    ids.slice(0, 3).map((id, at) => owners[at % 2]?.send("DELETE", `/api/office/members/${id}`)),
  );
  expect(removed.map((answer) => answer?.status)).toEqual([200, 200, 200]);
  const waiting = sqlOf(shop.deps.db).prepare("SELECT id FROM jobs WHERE kind = ?");
  const rests = async () => {
    await shop.control.deliveriesSettled();
    return waiting.get(seatsJob) === undefined;
  };
  await until("the quantity follows", rests);
  await until("its events are followed", rests);
  const { data } = await requirePayments(shop.deps).stripe.subscriptions.list();
  expect(data[0]?.items.data[0]?.quantity).toBe(2);
  const stored = sqlOf(shop.deps.db).prepare("SELECT seats FROM purchases WHERE user_id = ?").pluck();
  expect(Number(stored.get(office.id))).toBe(2);
});
