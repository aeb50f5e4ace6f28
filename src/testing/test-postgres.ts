import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { PostgresEngine } from "../../db/postgres-engine.ts";
import { migratePostgres } from "../../db/postgres-migrations.ts";
import { freePort } from "./free-port.ts";
import { until } from "./test-waiting.ts";

/** Whether this run tests on PostgreSQL: `TEST_DATABASE=postgres bun test …`. */
const testsUsePostgres = process.env.TEST_DATABASE === "postgres";

export type PostgresServer = {
  /** The URL of a database, which is created if it does not exist: with current tables, or from another template. */
  makeDatabase: (name: string, template?: string) => string;
  /** Ends it like a power failure. */
  stop: () => Promise<void>;
  start: () => Promise<void>;
  /** A second server that repeats everything this one writes, and refuses writes itself. Returns its port. */
  startStandby: () => Promise<number>;
};

/** The template: a database with current tables. */
const tables = "tables";
/** Commits survive the server but not the machine, which is faster. */
const hasty = ["fsync=off", "full_page_writes=off"];

/** A real PostgreSQL server on this machine. It ends with this process. */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = findPostgresPrograms();
  const folder = mkdtempSync(join(tmpdir(), "attestamp-postgres-"));
  const owner = becomeNobody(folder);
  const data = join(folder, "data");
  run(
    ...owner,
    join(programs, "initdb"),
    "-D",
    data,
    "-U",
    "attestamp",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--no-sync",
  );
  const port = await freePort();
  const address = `postgres://attestamp@127.0.0.1:${port}`;
  const psql = (database: string, command: string) =>
    Bun.spawnSync([join(programs, "psql"), "-qAt", "-c", command, `${address}/${database}`]);
  const settings = [...hasty, "max_connections=600", `unix_socket_directories=${folder}`];
  const servers = new Set<Bun.Subprocess>();
  const startServer = async (data: string, port: number) => {
    servers.add(
      Bun.spawn(
        [
          ...["setpriv", "--pdeathsig", "QUIT", ...owner.slice(1)],
          ...[join(programs, "postgres"), "-D", data, "-h", "127.0.0.1", "-p", String(port)],
          ...settings.flatMap((setting) => ["-c", setting]),
        ],
        { stdout: "ignore", stderr: "ignore" },
      ),
    );
    const ask = [join(programs, "psql"), "-qAt", "-c", "SELECT 1", "-h", "127.0.0.1", "-p", String(port)];
    await until("PostgreSQL answers", () => Bun.spawnSync([...ask, "-U", "attestamp", "postgres"]).success);
  };
  const start = () => startServer(data, port);
  await start();
  psql("postgres", `CREATE DATABASE ${tables}`);
  const engine = new PostgresEngine(`${address}/${tables}`);
  await migratePostgres(engine.db);
  await engine.close();
  return {
    makeDatabase(name, template = tables) {
      for (let attempt = 1; ; attempt += 1) {
        const { success, stderr } = psql("postgres", `CREATE DATABASE "${name}" TEMPLATE ${template}`);
        if (success || stderr.includes("already exists")) return `${address}/${name}`;
        // PostgreSQL waits five seconds for a session that was closed, which takes longer on a busy machine.
        if (attempt === 24 || !stderr.includes("is being accessed by other users"))
          throw new Error(stderr.toString());
      }
    },
    async stop() {
      for (const server of servers) server.kill("SIGQUIT");
      await Promise.all([...servers].map(({ exited }) => exited));
      servers.clear();
    },
    start,
    async startStandby() {
      const standbyPort = await freePort();
      const copy = join(folder, "standby");
      const from = ["-h", "127.0.0.1", "-p", String(port), "-U", "attestamp"];
      run(...owner, join(programs, "pg_basebackup"), ...from, "-D", copy, "-R", "-c", "fast");
      await startServer(copy, standbyPort);
      return standbyPort;
    },
  };
}

const server = testsUsePostgres ? await startPostgres() : undefined;

/** The database of a data folder, on the engine under test; undefined for SQLite. */
export function findTestDatabase(dataDir: string): string | undefined {
  return server?.makeDatabase(basename(dataDir));
}

/** The folder with the programs of the newest installed server. */
export function findPostgresPrograms(): string {
  const installed = "/usr/lib/postgresql";
  const [newest] = existsSync(installed)
    ? readdirSync(installed).toSorted((a, b) => Number(b) - Number(a))
    : [];
  if (newest === undefined) {
    throw new Error("These tests need a PostgreSQL server. Please run: apt-get install postgresql");
  }
  return join(installed, newest, "bin");
}

/** PostgreSQL refuses to run as root. Returns a function that starts a program as the owner of the folder. */
function becomeNobody(folder: string): string[] {
  if (process.getuid?.() !== 0) return ["setpriv"];
  const [uid, gid] = [65_534, 65_534];
  chmodSync(folder, 0o755);
  chownSync(folder, uid, gid);
  return ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];
}

function run(...command: string[]): void {
  const { success, stderr } = Bun.spawnSync(command, { cwd: "/" });
  if (!success) throw new Error(`${command.join(" ")}: ${stderr.toString()}`);
}
