import { afterEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { closeDatabase } from "../../../db/client.ts";
import { jobs } from "../../../db/schema.ts";
import { createDeps } from "../../server/create-deps.ts";
import { freePort } from "../../testing/free-port.ts";
import { makeTestFolder, testConfig } from "../../testing/test-server.ts";
import { startTestSmtpServer, type TestSmtpServer } from "../../testing/test-smtp-server.ts";
import { until } from "../../testing/test-waiting.ts";
import type { Deps } from "../deps.ts";
import { findMail } from "./mail.repo.ts";
import { enqueueMail } from "./mail.service.ts";

const opened: { stop: () => unknown }[] = [];
afterEach(async () => {
  for (const { stop } of opened.splice(0).reverse()) await stop();
});

type Setup = { smtp: TestSmtpServer; deps: Deps; id: string; startServer: () => Promise<Bun.Subprocess> };

/** A queued email in a data folder, a mail server, and the product as a separate process that can be killed. */
async function setUp(moods: Parameters<typeof startTestSmtpServer>[0]): Promise<Setup> {
  const smtp = await startTestSmtpServer(moods);
  const dataDir = makeTestFolder();
  const deps = await createDeps(testConfig({ dataDir }));
  const stop = async () => {
    await closeDatabase(deps.db);
    rmSync(dataDir, { recursive: true, force: true });
    await smtp.stop();
  };
  opened.push({ stop });
  const id = await enqueueMail(deps, {
    to: "ann@example.org",
    subject: "A note",
    letter: { paragraphs: ["It is done."] },
  });
  const startServer = async () => {
    const port = await freePort();
    const settings = { PORT: String(port), DATA_DIR: dataDir, SMTP_URL: smtp.url, CONVERTER: "off" };
    const program = Bun.spawn([process.execPath, join(import.meta.dir, "../../main.ts"), "serve"], {
      env: { ...process.env, ...settings, HOST: "127.0.0.1", ANCHORS: "off", LOG_LEVEL: "silent" },
      stdout: "ignore",
      stderr: "ignore",
    });
    opened.push({ stop: () => kill(program) });
    return program;
  };
  return { smtp, deps, id, startServer };
}

async function kill(program: Bun.Subprocess): Promise<void> {
  program.kill("SIGKILL");
  await program.exited;
}

/** Waits until the email has reached a final state. */
async function untilEnded({ deps, id }: Setup): Promise<string | undefined> {
  await until("the mail has ended", async () => (await findMail(deps.db, id))?.endedAt);
  return (await findMail(deps.db, id))?.state;
}

test("a server killed while the mail server handles a complete mail never sends it again [threat R18]", async () => {
  const setup = await setUp({ onMail: (nth) => (nth === 1 ? "hang" : undefined) });
  const first = await setup.startServer();
  await setup.smtp.untilTried(1);
  expect((await findMail(setup.deps.db, setup.id))?.state).toBe("sending");
  await kill(first);
  await setup.startServer();
  expect(await untilEnded(setup)).toBe("uncertain");
  expect(setup.smtp.tries()).toBe(1);
}, 600_000);

test("a server killed while the mail server handles the recipient sends the mail at its next start [threat R1]", async () => {
  const asked = Promise.withResolvers<void>();
  let askings = 0;
  const setup = await setUp({
    onRecipient: () => {
      askings += 1;
      asked.resolve();
      return askings === 1 ? "hang" : undefined;
    },
  });
  const first = await setup.startServer();
  await asked.promise;
  expect((await findMail(setup.deps.db, setup.id))?.state).toBe("queued");
  await kill(first);
  await setup.startServer();
  expect(await untilEnded(setup)).toBe("sent");
  expect(setup.smtp.received).toHaveLength(1);
  expect(await setup.deps.db.select().from(jobs).where(eq(jobs.subject, setup.id)).all()).toEqual([]);
}, 600_000);
