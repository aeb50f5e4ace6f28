import { afterEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { closeDatabase } from "../../../db/client.ts";
import { openDatabaseIn } from "../../../db/open.ts";
import { enqueueMail } from "../../features/mail/mail.service.ts";
import { freePort } from "../../testing/free-port.ts";
import { makeTestFolder } from "../../testing/test-server.ts";

const children: Bun.Subprocess[] = [];
afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(children.splice(0).map(({ exited }) => exited));
});

function start(program: string, words: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, program), ...words], {
    env: { PATH: "/usr/bin:/bin", ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  children.push(child);
  return child;
}

/** Sends a stop signal once the process has printed something; returns how it ended, and its output. */
async function stop(child: ReturnType<typeof start>, until: Promise<unknown> = Promise.resolve()) {
  const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let said = (await output.read()).value ?? "";
  await until;
  child.kill("SIGTERM");
  const code = await child.exited;
  for (let part = await output.read(); !part.done; part = await output.read()) said += part.value;
  return { code, said };
}

test("a server that cannot stop gracefully still exits, with an error for its parent process", async () => {
  const failed = await stop(start("test-stopping.ts", ["fails"]));
  expect([failed.code, failed.said]).toEqual([1, expect.stringContaining("The disk is gone.")]);
  expect(failed.said).not.toContain("longer than");
  const hanging = await stop(start("test-stopping.ts", ["hangs"]));
  expect([hanging.code, hanging.said]).toEqual([1, expect.stringContaining("longer than 9 seconds")]);
}, 600_000);

test("a server stops gracefully before Docker kills it, even if a mail server and a client are silent [threat R3]", async () => {
  const folder = makeTestFolder();
  const db = await openDatabaseIn(folder);
  await enqueueMail(
    { db, now: Date.now },
    { to: "ann@example.org", subject: "A note", letter: { paragraphs: [] } },
  );
  await closeDatabase(db);
  const { server, port, called } = await startSilentServer();
  const web = await freePort();
  const settings = {
    DATA_DIR: folder,
    HOST: "127.0.0.1",
    PORT: String(web),
    ANCHORS: "off",
    CONVERTER: "off",
    LOG_LEVEL: "warn",
  };
  const child = start("../../main.ts", ["serve"], { ...settings, SMTP_URL: `smtp://127.0.0.1:${port}` });
  const waiting = called.then(() => startSilentUpload(web));
  const { code } = await stop(child, waiting);
  server.close();
  rmSync(folder, { recursive: true, force: true });
  /** After nine seconds, the status would be 1. */
  expect(code).toBe(0);
}, 600_000);

/** A mail server that accepts a connection and stays silent. */
async function startSilentServer() {
  const { promise: called, resolve } = Promise.withResolvers<void>();
  const server = createServer(() => resolve());
  return { server, port: await listening(server), called };
}

/** Starts to send a body and stops in the middle; resolves when the server has seen its start. */
async function startSilentUpload(port: number): Promise<void> {
  const { promise: sent, resolve } = Promise.withResolvers<void>();
  const head = "POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
  await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open(socket) {
        socket.write(`${head}Content-Length: 20\r\n\r\n{`);
        resolve();
      },
      data() {},
      error() {},
    },
  });
  await sent;
  await fetch(`http://127.0.0.1:${port}/api/health`);
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
}
