import { closeDatabase, configureForServer } from "../../../db/client.ts";
import { lockDataFolder } from "../../../db/data-folder.ts";
import { SqliteEngine } from "../../../db/sqlite-engine.ts";
import { hasAdmin } from "../../features/accounts/accounts.repo.ts";
import { ensureAdmin } from "../../features/accounts/operator.service.ts";
import type { Config } from "../../features/config.ts";
import type { Deps } from "../../features/deps.ts";
import { claimBucket, requireOwnBucket } from "../../features/documents/own-bucket.service.ts";
import { updateAttestationKeys } from "../../issuing/attestations/attestation-keys.service.ts";
import { loadLog } from "../../issuing/log/log-state.service.ts";
import { warnOfClock } from "../../issuing/tsa/clock.service.ts";
import { storeEarlierRoots } from "../../issuing/tsa/trust-anchors.service.ts";
import { readAnchoring } from "../../issuing/witnesses/anchors.service.ts";
import { whileLeased } from "../../platform/cluster/leases.ts";
import { prepareFileStore } from "../../platform/files/open-file-store.ts";
import { strayKeyFiles } from "../../platform/keys/key-names.ts";
import type { Logger } from "../../platform/logger.ts";
import type { Converter } from "../../platform/office/converter.ts";
import { ensureConverter, type Machine } from "../../platform/office/ensure-converter.ts";
import { findLibreOffice } from "../../platform/office/find-libreoffice.ts";
import { canInstall } from "../../platform/office/install-libreoffice.ts";
import { selfExec } from "../../platform/self-exec.ts";
import type { Tracing } from "../../platform/tracing/start-tracing.ts";
import { programName, programVersion } from "../../program-info.ts";
import { startBackground } from "../background.ts";
import { createDeps, removeLeftoversOfChildren } from "../create-deps.ts";
import { createApp } from "../http/app.ts";
import { loadPage } from "../http/page-settings.ts";
import { listen } from "../http/server.ts";
import { createVisitorPages } from "../http/visitor-pages.ts";
import { readServerConfig } from "../read-server-config.ts";
import { describeAnchoring } from "./describe-anchors.ts";
import { dropRoot } from "./drop-root.ts";
import { sharedUserAdvice } from "./own-user.ts";
import { onStopSignal } from "./stop-signal.ts";

/** Runs the server until it is stopped. Throws AppError with a message if it cannot start. */
export async function serve(): Promise<void> {
  const config = readServerConfig();
  const machine = config.converter === "install" && canInstall() ? installingMachine() : undefined;
  const whyRoot = dropRoot(config);
  const sharedUser = sharedUserAdvice(config.dataDir);
  const unlock = lockDataFolder(config.dataDir);
  removeLeftoversOfChildren(config);
  const files = await prepareFileStore(config);
  const deps = await createDeps(config, { files, converter: openConverter(config, machine) });
  if (whyRoot !== undefined) deps.log.warn(`The server keeps running as root: ${whyRoot}.`);
  if (sharedUser !== undefined) deps.log.warn(`${sharedUser}.`);
  await requireOwnBucket(deps);
  await whileLeased(deps, "start", async () => {
    await loadLog(deps);
    await updateAttestationKeys(deps, true);
    await claimBucket(deps);
    await storeEarlierRoots(deps);
    await ensureAdmin(deps);
  });
  await warnOfClock(deps);
  const tracing = await openTracing(deps);
  warnOfStrayKeys(deps);
  endOnUncaughtError(deps.log);
  const page = loadPage(config);
  if (page.size === 0) deps.log.warn("The web page is not built yet. Please run: bun run build:web");

  configureForServer(deps.db);
  deps.workers.keepWarm();
  const visitorPages = createVisitorPages(page, deps);
  const server = listen(createApp(deps, page, visitorPages), config, deps.log);
  const background = startBackground(deps);
  // The server answers from here on, so from here on a signal must stop it gracefully.
  onStopSignal(async () => {
    await server.stop();
    await (await background).stop();
    await tracing?.stop();
    await checkpointAndClose(deps);
    unlock();
  }, deps.log);
  await background;
  console.log([`${config.productName} is ready at ${config.origin}`, ...(await firstSteps(deps))].join("\n"));
  // What the start and reading the page's renderer leave behind would stay for as long as no one comes.
  void visitorPages
    .warmUp()
    .then(() => Bun.shrink())
    .catch((error) => deps.log.error({ err: error }, "the page could not be rendered"));
}

/**
 * What the operator needs to know after a start: who can reach the server, how to create an administrator, where
 * accounts stop, and what leaves the server.
 */
async function firstSteps({ config, db }: Pick<Deps, "config" | "db">): Promise<string[]> {
  const lines: string[] = [];
  if (["0.0.0.0", "::"].includes(config.host)) {
    lines.push(
      `It accepts connections from the network (HOST=${config.host}). Set HOST=127.0.0.1 to accept them from this machine only.`,
    );
  }
  if (!(await hasAdmin(db))) {
    lines.push(
      `There is no administrator yet. To create one, run: ${programName} admin create NAME`,
      `Or give an account that you registered administrator rights: ${programName} admin promote NAME`,
    );
  }
  const free = config.plans.trial.documentLimit;
  if (!config.payments && free !== null) {
    lines.push(
      `Every account stamps ${free === 1 ? "1 document" : `${free} documents`} and then stops, since payments are not set up. Set TRIAL_DOCUMENTS=unlimited if only your own people have accounts.`,
    );
  }
  return [...lines, ...describeAnchoring(await readAnchoring({ config, db }))];
}

/**
 * Files next to the keys that this program did not write are neither used nor published. The operator may expect
 * otherwise.
 */
function warnOfStrayKeys({ config, log }: Pick<Deps, "config" | "log">): void {
  for (const path of strayKeyFiles(config.dataDir)) {
    log.warn({ path }, "a file next to the keys that this program did not write is not used");
  }
}

/** The library is loaded only where traces are asked for. */
async function openTracing({
  config,
  node,
  log,
}: Pick<Deps, "config" | "node" | "log">): Promise<Tracing | undefined> {
  if (config.tracing === undefined) return undefined;
  const { startTracing } = await import("../../platform/tracing/start-tracing.ts");
  return startTracing(config.tracing, { name: "attestamp", version: programVersion, instance: node.id }, log);
}

/** Finds or installs LibreOffice while the server starts, and prints the progress. */
function openConverter({ converter }: Config, machine?: Machine): Converter {
  return ensureConverter({
    setting: converter,
    say: console.log,
    warn: console.warn,
    ...(machine && { machine }),
  });
}

/** Installs LibreOffice in a process that stays root after the server has dropped root. */
function installingMachine(): Machine {
  const installer = Bun.spawn([...selfExec, "install-libreoffice"], {
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  async function install(): Promise<void> {
    const [errors, exitCode] = await Promise.all([new Response(installer.stderr).text(), installer.exited]);
    if (exitCode !== 0) throw new Error(errors.trim() || "the installer was interrupted");
  }
  return { find: findLibreOffice, canInstall: () => true, install };
}

async function checkpointAndClose(deps: Pick<Deps, "db">): Promise<void> {
  if (deps.db.engine === "sqlite") await SqliteEngine.of(deps.db).checkpoint();
  await closeDatabase(deps.db);
}

/**
 * Ends the server after an error that nothing has caught, since no one knows what state it has left in memory. The
 * next start repeats what was interrupted, as after a power failure: transactions were rolled back, and jobs are found
 * again.
 */
function endOnUncaughtError(log: Logger): void {
  const end = (error: unknown) => {
    log.fatal({ err: error }, "an uncaught error ends the server; start it again");
    process.exit(1);
  };
  process.on("uncaughtException", end);
  process.on("unhandledRejection", end);
}
