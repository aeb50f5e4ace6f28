import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { freePort } from "../../../src/testing/free-port.ts";
import { type ObjectStoreServer, startObjectStore } from "../../../src/testing/object-store.ts";
import { openTestLine } from "../../../src/testing/test-line.ts";
import { type PostgresServer, startPostgres } from "../../../src/testing/test-postgres.ts";
import { ClusterServer } from "./server.ts";

export type StartKill = {
  /** The number of the message to PostgreSQL at which the server died, and how many messages a whole start sends. */
  message: number;
  of: number;
  faults: string[];
};

/**
 * Half of the kills use an empty database, and half use one with tables, because most of the messages create tables.
 */
const templates = ["template1", undefined];
const admin = { ADMIN_USERNAME: "operator", ADMIN_PASSWORD: "a password of the operator" };

/**
 * Kills a server at `kills` moments of its first start on a new database and a new bucket, evenly spread over the
 * messages that it sends to PostgreSQL: tables, keys, log, administrator. After each kill, another server starts, and
 * then the killed one again; both must serve the same keys and the same log, with one administrator.
 */
export async function* killAtStart(kills: number): AsyncGenerator<StartKill> {
  const folder = mkdtempSync(join(tmpdir(), "attestamp-starts-"));
  const [postgres, store] = await Promise.all([startPostgres(), startObjectStore()]);
  try {
    for (const [at, template] of templates.entries()) {
      const start = (name: string, deadly: number) =>
        tryStart({ folder, postgres, store, name: `${name}-${at}`, template }, deadly);
      const { messages } = await start("whole", Number.POSITIVE_INFINITY);
      const count = Math.ceil(kills / templates.length);
      for (let kill = 0; kill < count; kill += 1) {
        const message = 1 + Math.floor((kill * messages) / count);
        const { faults } = await start(`kill-${kill}`, message);
        yield { message, of: messages, faults };
      }
    }
  } finally {
    await Promise.all([postgres.stop(), store.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

type Place = {
  folder: string;
  postgres: PostgresServer;
  store: ObjectStoreServer;
  name: string;
  template: string | undefined;
};

async function tryStart(
  { folder, postgres, store, name, template }: Place,
  deadly: number,
): Promise<{ messages: number; faults: string[] }> {
  const own = join(folder, name);
  mkdirSync(own);
  const databaseUrl = postgres.makeDatabase(name, template);
  const s3 = store.newBucket();
  const settings = {
    ...admin,
    ANCHORS: "off",
    CONVERTER: "off",
    LOG_LEVEL: "warn",
    ORIGIN: "http://localhost:1",
    KEYS_SECRET: "a secret of the servers that only this test uses",
    FILES_URL: `s3://${s3.bucket}`,
    S3_ENDPOINT: s3.endpoint ?? "",
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
  const newServer = async (server: string, url: string) =>
    new ClusterServer(server, own, { ...settings, DATABASE_URL: url, PORT: String(await freePort()) });
  const messages = await startAndDie(await newServer("killed", databaseUrl), deadly);
  if (deadly > messages) return { messages, faults: [] };
  const sql = new SQL({ url: databaseUrl, max: 1 });
  const [other, again] = [await newServer("other", databaseUrl), await newServer("killed", databaseUrl)];
  try {
    await expireLeases(sql);
    await other.start();
    await again.start();
    return { messages, faults: await compare(sql, other, again) };
  } catch (error) {
    return { messages, faults: [error instanceof Error ? error.message : String(error)] };
  } finally {
    await sql.close();
    await Promise.all([other.kill(), again.kill()]);
  }
}

/** Starts a server that dies in place of sending this message. Returns the number of messages until it was ready. */
async function startAndDie({ environment }: ClusterServer, deadly: number): Promise<number> {
  const line = await openTestLine(environment.DATABASE_URL ?? "", (message) => {
    if (message === deadly) child.kill("SIGKILL");
    return message < deadly;
  });
  const child = Bun.spawn([process.execPath, "src/main.ts", "serve"], {
    cwd: join(import.meta.dirname, "../../.."),
    env: { ...process.env, ...environment, HOST: "127.0.0.1", DATABASE_URL: line.url },
    stdout: "ignore",
    stderr: "ignore",
  });
  let isAlive = true;
  void child.exited.then(() => (isAlive = false));
  const isReady = async () => (await fetch(`http://127.0.0.1:${environment.PORT}/api/health`)).ok;
  while (isAlive && !(await isReady().catch(() => false))) await Bun.sleep(20);
  const messages = line.messages();
  child.kill("SIGKILL");
  await child.exited;
  await line.close();
  return messages;
}

/** Acts as if the time for which a dead server keeps its leases had passed. */
async function expireLeases(sql: SQL): Promise<void> {
  const [{ exists }] = await sql`SELECT to_regclass('leases') IS NOT NULL AS exists`;
  if (exists) await sql`DELETE FROM leases`;
}

async function compare(sql: SQL, other: ClusterServer, again: ClusterServer): Promise<string[]> {
  const faults: string[] = [];
  for (const path of ["/.well-known/jwks.json", "/evidence/ca.pem", "/evidence/log/checkpoint"]) {
    const [one, two] = await Promise.all(
      [other, again].map(async ({ origin }) => (await fetch(`${origin}${path}`)).text()),
    );
    if (one !== two || one === "") faults.push(`${path} differs: ${one} and ${two}`);
  }
  const [{ admins }] = await sql`SELECT count(*)::int AS admins FROM users WHERE is_admin = 1`;
  if (admins !== 1) faults.push(`there are ${admins} administrators`);
  return faults;
}
