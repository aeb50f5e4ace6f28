import { listVersions } from "../upgrades/versions.ts";
import { installedDebian, type Machine } from "./machine.ts";
import { makeStandIns } from "./stand-ins.ts";
import { putSource, samplesIn, say, untilHealthy, visit } from "./type-steps.ts";
import { stepsOf } from "./walk.ts";

/** Caddy makes a certificate of its own for this name. */
const site = "localhost";
const origin = `https://${site}`;
/** What the page says to write where no image is published. */
const building = "docker compose -f compose.yaml -f compose.build.yaml";

/**
 * "With Docker": installs it, builds the oldest release from its source, starts it behind Caddy and stamps; then
 * restarts it, and upgrades it to this commit as docs/upgrading.md says. Nothing may change for those who stamped.
 */
export async function tryDocker(machine: Machine, folder: string): Promise<void> {
  await startEngine(machine);
  const [oldest] = await listVersions();
  const place = await putSource(machine, oldest?.commit);
  machine.write(`${place}/.env`, `SITE=${site}\nANCHORS=off\n`);
  const healthy = () =>
    untilHealthy(machine, origin, () => machine.type("docker compose logs attestamp", place));
  await say(machine, "docker compose up -d --build", place);
  await healthy();
  await visit(machine, "stamp", origin, folder, await samplesIn(folder));
  console.log(`${oldest?.name} stamped; now the upgrade to this commit`);

  await putSource(machine);
  const [, ...steps] = stepsOf("## With Docker");
  for (const { command, asks } of steps) {
    const typed = command.replace("docker compose", building);
    const isStart = typed.endsWith(" up -d");
    const out = await say(machine, isStart ? `${typed} --build` : typed, place, asks);
    if (isStart) await healthy();
    else console.log(out.trim());
  }
  await visit(machine, "return", origin, folder);
  await say(machine, "docker compose restart", place);
  await healthy();
  await visit(machine, "check", origin, folder);
  const other = await samplesIn(`${folder}/after`);
  await visit(machine, "stamp", origin, `${folder}/after`, other);
  const status = await machine.type(
    "docker inspect --format '{{.State.Health.Status}}' $(docker compose ps --quiet attestamp)",
    place,
  );
  console.log(`Docker says ${status.trim()}`);
  console.log(await machine.type("docker image ls"));
  await say(machine, "docker compose down", place);
}

/** Installs Docker as the page says and starts it, which systemd would do, and makes the images that it would pull. */
export async function startEngine(machine: Machine): Promise<void> {
  const [install] = stepsOf("## With Docker");
  await machine.type("apt-get update");
  await say(machine, install?.command ?? "", "/root");
  const engine = machine.leave("dockerd", "dockerd --log-level warn");
  while (!(await machine.type("docker info").catch(() => undefined))) {
    if (engine.hasEnded()) throw new Error(await machine.type("cat /var/log/dockerd"));
    await Bun.sleep(200);
  }
  console.log(
    (await machine.type("docker version --format '{{.Server.Version}}' && docker compose version")).trim(),
  );
  await makeStandIns(machine, installedDebian);
}
