import { join } from "node:path";
import { freePort } from "../../../src/testing/free-port.ts";
import { Client } from "../../support/client.ts";
import { wordDocument } from "../../support/real-documents.ts";
import { writeTextPdf } from "../../support/samples.ts";
import { stamp } from "./restricted.ts";

const tag = "attestamp-deployment-test";
/** The options of compose.yaml. */
const hardening = [
  ...["--init", "--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL"],
  ...["no-new-privileges", "seccomp=unconfined", "apparmor=unconfined", "systempaths=unconfined"].flatMap(
    (option) => ["--security-opt", option],
  ),
];

/** The first container engine that is installed and answers. */
export async function findEngine(): Promise<"docker" | "podman" | "buildah" | undefined> {
  for (const engine of ["docker", "podman", "buildah"] as const) {
    if (Bun.which(engine) && (await Bun.$`${engine} info`.quiet().nothrow()).exitCode === 0) return engine;
  }
  return undefined;
}

export async function buildImage(engine: string, context: string): Promise<void> {
  await Bun.$`${engine} build --tag ${tag} ${context}`;
}

/** Starts the image, stamps a PDF and a Word document, and runs its health check as the engine does. */
export async function tryImage(engine: "docker" | "podman", scratch: string): Promise<void> {
  const port = await freePort();
  const address = ["--publish", `127.0.0.1:${port}:3000`, "--env", `ORIGIN=http://localhost:${port}`];
  const alone = ["--env", "ANCHORS=off"];
  const container = (
    await Bun.$`${engine} run --detach ${address} ${alone} ${hardening} ${tag}`.text()
  ).trim();
  try {
    const origin = `http://localhost:${port}`;
    await waitForHealth(engine, container, origin);
    const client = await Client.register(origin);
    const lease = join(scratch, "Lease.pdf");
    await writeTextPdf(lease, 3);
    await stamp(client, lease);
    await stamp(client, await wordDocument(join(scratch, "word")));
    await Bun.$`${engine} exec ${container} attestamp health`;
    await Bun.$`${engine} stop -t 30 ${container}`.quiet();
    const exitCode = await Bun.$`${engine} inspect --format ${"{{.State.ExitCode}}"} ${container}`.text();
    if (exitCode.trim() !== "0") throw new Error(`The server stopped with exit code ${exitCode}.`);
  } catch (error) {
    await Bun.$`${engine} logs ${container}`.nothrow();
    throw error;
  } finally {
    await Bun.$`${engine} rm --force --volumes ${container}`.quiet().nothrow();
  }
}

async function waitForHealth(engine: string, container: string, origin: string): Promise<void> {
  while (!(await fetch(`${origin}/api/health`).catch(() => undefined))?.ok) {
    const running = await Bun.$`${engine} inspect --format ${"{{.State.Running}}"} ${container}`.text();
    if (running.trim() !== "true") throw new Error("The container ended at its start.");
    await Bun.sleep(200);
  }
}
