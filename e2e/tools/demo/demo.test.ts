import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import type { AdminUserView } from "../../../src/features/admin/admin.output.schema.ts";
import type { SubscriptionStatus } from "../../../src/features/billing/billing.output.schema.ts";
import type { DocumentView } from "../../../src/features/documents/documents.output.schema.ts";
import type { ReferralStats } from "../../../src/features/referrals/referrals.output.schema.ts";
import type { TicketView } from "../../../src/features/support/support.output.schema.ts";
import { openFront } from "./front.ts";
import { admin, jane, mei, officeName, omar, ravi, unpaidName } from "./people.ts";
import { type Demo, startDemo } from "./stage.ts";
import { Visitor } from "./visitor.ts";

let demo: Demo;
/** The settings of an operator with a real server. */
const operatorsOwn = { DATA_DIR: "/nonexistent/storage", SMTP_URL: "smtp://127.0.0.1:1" };

beforeAll(async () => {
  Object.assign(process.env, operatorsOwn);
  demo = await startDemo(0);
}, 600_000);
afterAll(() => {
  for (const name of Object.keys(operatorsOwn)) delete process.env[name];
  return demo.stop();
});

const statesOf = async (client: Visitor) => {
  const documents = await client.call<DocumentView[]>("GET", "/api/documents");
  return new Set(documents.map(({ status }) => status));
};

test("the demo shows a document in every state", async () => {
  expect(await statesOf(await Visitor.signIn(demo.origin, ravi))).toEqual(new Set(["processing"]));
  const client = await Visitor.signIn(demo.origin, jane);
  expect(await statesOf(client)).toEqual(new Set(["uploaded", "completed", "error"]));
});

test("on its page, the unpaid document is named, and a document in progress is not listed first", async () => {
  const client = await Visitor.signIn(demo.origin, jane);
  const documents = await client.call<DocumentView[]>("GET", "/api/documents");
  const unpaid = documents.find(({ originalName }) => originalName === unpaidName);
  expect(await client.getStatus(`/api/documents/${unpaid?.id}/process`, {})).toBe(402);
  expect(await (await fetch(`${demo.origin}/demo`)).text()).toContain(`next to “${unpaidName}”`);
  const plan = await client.call<{ documentCount: number }>("GET", "/api/subscription/status");
  expect(plan.documentCount).toBe(3);
});

test("its tickets have every status, its referral was used twice, its subscription is paid", async () => {
  const client = await Visitor.signIn(demo.origin, jane);
  const tickets = await client.call<TicketView[]>("GET", "/api/support/tickets");
  expect(tickets.map(({ status }) => status).toSorted()).toEqual([
    "closed",
    "in_progress",
    "open",
    "resolved",
  ]);
  const stats = await client.call<ReferralStats>("GET", "/api/referral/stats");
  expect(stats.referralCount).toBe(2);
  const boss = await Visitor.signIn(demo.origin, admin);
  const users = await boss.call<AdminUserView[]>("GET", "/api/admin/users");
  const subscriber = users.find(({ username }) => username === omar.username);
  expect([subscriber?.subscriptionPlan, subscriber?.subscriptionStatus]).toEqual(["unlimited", "active"]);
});

test("its office has two members, and a plan that is paid for both", async () => {
  const owner = await Visitor.signIn(demo.origin, omar);
  const [office] = await owner.call<{ id: string; name: string }[]>("GET", "/api/offices");
  expect(office?.name).toBe(officeName);
  await owner.call("POST", "/api/offices/switch", { id: office?.id });
  const { members } = await owner.call<{ members: { username: string }[] }>("GET", "/api/office");
  expect(members.map(({ username }) => username).toSorted()).toEqual([mei.username, omar.username]);
  const { seats } = await owner.call<SubscriptionStatus>("GET", "/api/subscription/status");
  expect([seats?.members, seats?.paid]).toEqual([2, 2]);
});

test("every page says that nothing is real, and pays only with the fake Stripe", async () => {
  for (const path of ["/", "/subscription", "/verify/AT-00000-00000-00000-00000"]) {
    const page = await fetch(`${demo.origin}${path}`);
    expect(await page.text()).toContain("Demo: nothing here is real.");
    expect(page.headers.get("content-security-policy")).not.toContain("https://js.stripe.com");
    expect(page.headers.get("cache-control")).toBe("no-store");
  }
});

test("while it starts, the demo says so and the page opens by itself", async () => {
  const front = openFront(0, () => undefined);
  const answer = await fetch(front.origin);
  await front.stop();
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await answer.text()).toContain("The demo is starting.");
});

test("its emails are listed, none was sent, and the operator's settings were not used", async () => {
  const page = await (await fetch(`${demo.origin}/demo`)).text();
  for (const words of ["zoe@example.org", "/reset-password", jane.password]) expect(page).toContain(words);
  expect(demo.dataDir).not.toContain(operatorsOwn.DATA_DIR);
  expect(existsSync(operatorsOwn.DATA_DIR)).toBe(false);
});
