import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeTestFolder } from "../http/test-server.ts";
import { startTestSmtpServer, type TestSmtpServer } from "../mail/test-smtp-server.ts";

let folder: string;
let smtp: TestSmtpServer;

beforeAll(async () => {
  folder = makeTestFolder();
  smtp = await startTestSmtpServer({
    onRecipient: (address) => (address === "nobody@example.org" ? "550 No such user here" : undefined),
  });
});
afterAll(async () => {
  await smtp.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function mailTest(address: string, settings: Record<string, string> = {}) {
  const program = join(import.meta.dir, "../main.ts");
  const child = Bun.spawn([process.execPath, program, "mail", "test", address], {
    env: { PATH: "/usr/bin:/bin", DATA_DIR: folder, ...settings },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, said: (out + err).trim() };
}

test("the operator tries the mail settings and reads what the mail server says", async () => {
  const settings = { SMTP_URL: smtp.url, MAIL_FROM: "stamps@example.org" };
  expect(await mailTest("ann@example.org", settings)).toEqual({
    code: 0,
    said: "The mail server took the mail from stamps@example.org to ann@example.org.",
  });
  expect(smtp.received[0]?.mail.subject).toBe("Attestamp: a test");
  const refused = await mailTest("nobody@example.org", settings);
  expect(refused.code).toBe(1);
  expect(refused.said).toContain("550 No such user here");
});

test("without a mail server the operator is told where the mail was written", async () => {
  const { code, said } = await mailTest("ann@example.org");
  expect(code).toBe(0);
  const [name = ""] = readdirSync(join(folder, "outbox"));
  expect(said).toBe(`SMTP_URL is not set: the mail was written to ${join(folder, "outbox", name)}`);
});

test("what is no address is refused", async () => {
  expect(await mailTest("ann@example.org,eve@example.org")).toEqual({
    code: 1,
    said: "Invalid email address",
  });
});
