import { expect, test } from "bun:test";
import { startCalendar } from "../../issuing/witnesses/test-calendar.ts";
import { selfExec } from "../../platform/self-exec.ts";
import { startTestSmtpServer } from "../../testing/test-smtp-server.ts";

async function checkConfig(settings: Record<string, string>, ...words: string[]) {
  const env = { PATH: process.env.PATH, ANCHORS: "off", ...settings };
  const child = Bun.spawn([...selfExec, "config", "check", ...words], {
    env,
    stdout: "pipe",
    stderr: "pipe",
  });
  const [said, complained] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { said, complained, exitCode: await child.exited };
}

test("config check prints every setting with its source, and no secret", async () => {
  const { said, exitCode } = await checkConfig({
    PORT: "4000",
    OIDC_ISSUER: "https://id.example.org",
    OIDC_CLIENT_ID: "attestamp",
    OIDC_CLIENT_SECRET: "hush-4",
    SMTP_URL: "smtps://jane:hush-1@mail.example.org:465",
    ADMIN_USERNAME: "boss",
    ADMIN_PASSWORD: "hush-2-and-longer",
    STRIPE_SECRET_KEY: "sk_test_hush3",
    STRIPE_PUBLISHABLE_KEY: "pk_test_shown",
  });
  expect(exitCode).toBe(0);
  expect(said).toMatch(/^PORT +4000 +environment$/m);
  expect(said).toMatch(/^RETENTION_HOURS +48 +default$/m);
  expect(said).toContain("mail.example.org:465");
  expect(said).not.toMatch(/hush/);
});

test("config check lists all errors together and exits with 1", async () => {
  const { complained, exitCode } = await checkConfig({ PORT: "none", TRUST_PROXY: "yes" });
  expect(exitCode).toBe(1);
  expect(complained).toMatch(/PORT: .*\n *TRUST_PROXY: /);
});

test("config check refuses what stands after the host and port of the mail server, which nothing would use", async () => {
  for (const rest of ["?tls.rejectUnauthorized=false&secret=hush", "#hush", "/hush"]) {
    const SMTP_URL = `smtps://mail.example.org:465${rest}`;
    const { said, complained, exitCode } = await checkConfig({ SMTP_URL });
    expect(exitCode).toBe(1);
    expect(complained).toContain("SMTP_URL: has something after the host and the port, which has no effect.");
    expect(complained).not.toContain("hush");
    expect(said).not.toContain("secret");
  }
  expect((await checkConfig({ SMTP_URL: "smtps://mail.example.org:465/" })).exitCode).toBe(0);
});

test("config check recognizes the format of Stripe's keys", async () => {
  const keys = { STRIPE_SECRET_KEY: "sk_live_1", STRIPE_PUBLISHABLE_KEY: "pk_test_1" };
  expect((await checkConfig(keys)).complained).toContain("one is for tests, the other is not");
});

test("only with --connect does it sign in to the mail server and query the authorities", async () => {
  const smtp = await startTestSmtpServer();
  expect((await checkConfig({ SMTP_URL: smtp.url }, "--connect")).exitCode).toBe(0);
  await smtp.stop();
  const gone = {
    SMTP_URL: smtp.url,
    TSA_URLS: "http://127.0.0.1:1/tsa",
    OIDC_ISSUER: "http://127.0.0.1:1",
    OIDC_CLIENT_ID: "attestamp",
    OIDC_CLIENT_SECRET: "secret",
  };
  expect((await checkConfig(gone)).exitCode).toBe(0);
  const { complained, exitCode } = await checkConfig(gone, "--connect");
  expect(exitCode).toBe(1);
  expect(complained).toMatch(/SMTP_URL: .*\n *OIDC_ISSUER: oidc: .*\n *TSA_URLS: 127\.0\.0\.1:1: /);
  const list = ["authority", "calendar", "explorer"]
    .map((kind) => `${kind} http://127.0.0.1:1/${kind}`)
    .join(",");
  const anchors = await checkConfig({ ANCHORS: list }, "--connect");
  expect(anchors.complained.match(/ANCHORS: 127\.0\.0\.1:1: /g)).toHaveLength(3);
});

test("--connect names the setting that an address comes from; while another of its kind answers, its silence is a warning", async () => {
  const calendar = startCalendar();
  const own = `calendar ${calendar.url}, explorer http://127.0.0.1:1/api`;
  const named = { ANCHORS: own, OTS_CALENDARS: "http://127.0.0.1:1/ots" };
  const { said, complained } = await checkConfig(named, "--connect");
  expect(said).toMatch(/^warning: OTS_CALENDARS: 127\.0\.0\.1:1: .+ Others of its kind answer\.$/m);
  expect(complained).toMatch(/ANCHORS: 127\.0\.0\.1:1: /);
  expect(complained).not.toMatch(/OTS_CALENDARS|BITCOIN_EXPLORERS/);
  const sound = { OTS_CALENDARS: `http://127.0.0.1:1/ots,${calendar.url}` };
  expect((await checkConfig(sound, "--connect")).exitCode).toBe(0);
  calendar.stop();
});
