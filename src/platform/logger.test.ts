import { expect, setDefaultTimeout, test } from "bun:test";
import { openPayments } from "../features/billing/payments.ts";
import { createMagicLink } from "../features/mail/magic-links.service.ts";
import { choose, newPersonOverQuota, openShop, pay } from "../testing/test-billing.ts";
import { createTestClient, jane } from "../testing/test-client.ts";
import { startTestSmtpServer } from "../testing/test-smtp-server.ts";
import { until } from "../testing/test-waiting.ts";
import { createLogger } from "./logger.ts";

setDefaultTimeout(600_000);

/** A log at the lowest level, and its output. */
function openLog() {
  const lines: string[] = [];
  return { lines, log: createLogger("trace", { write: (line) => void lines.push(line) }) };
}

test("no secret is ever logged: passwords, sessions, links in emails, Stripe keys [threat A19]", async () => {
  await using stack = new AsyncDisposableStack();
  const { lines, log } = openLog();
  const smtp = await startTestSmtpServer();
  stack.defer(() => smtp.stop());
  const shop = await openShop({ config: { smtpUrl: smtp.url }, deps: { log } });
  stack.defer(() => shop.stop());
  const secrets = new Set<string>([shop.stripeFake.secretKey, shop.stripeFake.webhookSecret]);
  const passwords = ["first horse", "second horse", "third horse", "wrong horse"] as const;
  for (const password of passwords) secrets.add(password);
  const keep = ({ cookie }: { cookie: () => string }) => secrets.add(cookie().split("=")[1] ?? "");
  const person = createTestClient(shop.origin);
  const registered = await person.register({ password: passwords[0], email: "jane@example.org" });
  const device = registered.headers.getSetCookie().find((line) => line.startsWith("device="));
  secrets.add(device?.slice("device=".length).split(";")[0] ?? "");
  keep(person);
  await person.login("jane", passwords[3]);
  await person.login(passwords[3], passwords[0]);
  await person.post("/api/auth/change-password", {
    currentPassword: passwords[0],
    newPassword: passwords[1],
  });
  keep(person);
  await person.post("/api/trpc/accounts.login", {
    username: "jane",
    password: passwords[1],
    extra: passwords[3],
  });
  keep(person);
  const link = { purpose: "shared-document", subject: "a document", lifetimeMs: 60_000 } as const;
  const shared = await createMagicLink(shop.deps, link);
  secrets.add(shared);
  expect((await person.get(`/api/shared/evidence?token=${shared}`)).status).toBe(404);
  await person.post("/api/auth/forgot-password", { account: "jane" });
  const mails = (await smtp.untilReceived(3)).map((received) => received.mail.text);
  const [, reset = ""] = /\/reset-password#([\w-]+)/.exec(mails.join("\n")) ?? [];
  secrets.add(reset);
  const [, confirmation = ""] = /\/confirm-email#([\w-]+)/.exec(mails.join("\n")) ?? [];
  secrets.add(confirmation);
  await person.post("/api/auth/confirm-email", { token: confirmation });
  await person.post("/api/auth/reset-password", { token: reset, password: passwords[2] });
  await person.post("/api/auth/reset-password", { token: reset, password: passwords[2] });

  const debtor = await newPersonOverQuota(shop);
  const setup = await pay(debtor.person, debtor.documentId);
  secrets.add(String(setup.body.clientSecret));
  await shop.control.deliveriesSettled();
  const signature = "t=1,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd";
  secrets.add(signature);
  const headers = { "content-type": "application/json", "stripe-signature": signature };
  const forged = { body: "{}", headers };
  expect((await person.send("POST", "/api/stripe/webhook", forged)).status).toBe(400);
  const { publishableKey, url: apiUrl, webhookSecret } = shop.stripeFake;
  const secretKey = "sk_test_refused_by_stripe";
  secrets.add(secretKey);
  shop.deps.payments = openPayments({ secretKey, publishableKey, webhookSecret, apiUrl, tax: false });
  expect((await choose(debtor.person, "smallbundle")).status).toBe(503);

  const all = lines.join("");
  expect(all).toContain("/api/auth/reset-password");
  expect([...secrets].filter((secret) => secret === "" || all.includes(secret))).toEqual([]);
  for (const line of lines) expect(JSON.parse(line)).toBeObject();
});

test("an unreachable mail server is logged without its password [threat A19]", async () => {
  await using stack = new AsyncDisposableStack();
  const { lines, log } = openLog();
  const smtpUrl = "smtp://mailer:never-to-be-logged@127.0.0.1:1";
  const shop = await openShop({ config: { smtpUrl }, deps: { log } });
  stack.defer(() => shop.stop());
  const person = createTestClient(shop.origin);
  await person.register({ ...jane, email: "jane@example.org" });
  await person.post("/api/auth/forgot-password", { account: "jane" });
  await until("it is in the log", () => lines.join("").includes("ECONNREFUSED"));
  expect(lines.join("")).not.toContain("never-to-be-logged");
});
