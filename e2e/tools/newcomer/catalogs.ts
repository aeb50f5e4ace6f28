import { readFileSync } from "node:fs";
import { YAML } from "bun";
import { z } from "zod";
import { startEngine } from "./docker.ts";
import type { Machine } from "./machine.ts";
import { putSource, say } from "./type-steps.ts";

const site = "stamps.example.org";
const image = "attestamp:newcomer";
const capRover = z.strictObject({
  captainVersion: z.literal(4),
  services: z.record(z.string(), z.looseObject({ caproverExtra: z.unknown() })),
  caproverOneClickApp: z.looseObject({
    variables: z.array(z.looseObject({ id: z.string(), defaultValue: z.string().optional() })),
  }),
});

/** The files for Coolify and CapRover, as these fill them in, started by a real engine. */
export async function tryCatalogs(machine: Machine): Promise<void> {
  await startEngine(machine);
  const place = await putSource(machine);
  await say(machine, `docker build --build-arg OFFICE=without --tag ${image} .`, place);
  const catalogs = `${place}/src/server/deployment/catalogs`;
  const filledIn = `ATTESTAMP_IMAGE=${image} SERVICE_URL_ATTESTAMP=https://${site}`;
  await start(machine, `${filledIn} docker compose --file ${catalogs}/coolify.yaml`, "attestamp");

  const app = fillInAsCapRover(readFileSync(machine.path(`${catalogs}/caprover.yaml`), "utf8"));
  machine.write("/root/caprover.yaml", app);
  await start(machine, "docker compose --file /root/caprover.yaml", "stamps");
}

async function start(machine: Machine, compose: string, service: string): Promise<void> {
  await say(machine, `${compose} up --detach --wait`, "/root");
  const settings = await machine.type(`${compose} exec --no-TTY ${service} attestamp config check`);
  if (!settings.includes(`https://${site}`)) throw new Error(`${service} has another address:\n${settings}`);
  console.log(await machine.type(`${compose} exec --no-TTY ${service} attestamp health`));
  await say(machine, `${compose} down --volumes`, "/root");
}

/** The services as Docker gets them: each variable replaced by what the page of CapRover suggests. */
function fillInAsCapRover(text: string): string {
  const { services, caproverOneClickApp } = capRover.parse(YAML.parse(text));
  const suggested = caproverOneClickApp.variables.map(
    ({ id, defaultValue }) => [id, defaultValue ?? image] as const,
  );
  const builtIn = [
    ["$$cap_appname", "stamps"],
    ["$$cap_root_domain", "example.org"],
  ] as const;
  const forDocker = Object.entries(services).map(([name, { caproverExtra, ...service }]) => [name, service]);
  const file = { services: Object.fromEntries(forDocker), volumes: { "$$cap_appname-data": null } };
  return [...suggested, ...builtIn].reduce(
    (all, [id, value]) => all.replaceAll(id, () => value),
    JSON.stringify(file),
  );
}
