import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { YAML } from "bun";
import { readConfig } from "../read-config.ts";

type Service = { environment?: Record<string, string> };

const root = join(import.meta.dir, "../../..");
const text = readFileSync(join(root, "compose.cluster.yaml"), "utf8");
const { services } = YAML.parse(text) as { services: Record<string, Service> };

/** Substitutes the variables of an .env file as Compose does. */
function fill(environment: Record<string, string> = {}): Record<string, string> {
  const values: Record<string, string> = { SITE: "stamps.example.org" };
  const filled = Object.entries(environment).map(([name, value]) => [
    name,
    value.replaceAll(
      /\$\{(\w+)(?::-([^}]*))?[^}]*\}/g,
      (_, variable, byDefault) => values[variable] ?? byDefault ?? "0".repeat(64),
    ),
  ]);
  return Object.fromEntries(filled);
}

test("the sample for several servers gives each of them a consistent set of settings", () => {
  for (const name of ["server-1", "server-2"]) {
    const config = readConfig(fill(services[name]?.environment));
    expect(config).toMatchObject({ origin: "https://stamps.example.org", trustProxy: 1 });
    expect([config.databaseUrl, config.s3?.endpoint]).toEqual([
      `postgres://attestamp:${"0".repeat(64)}@postgres:5432/attestamp`,
      "http://store:7070",
    ]);
  }
});

test("the sample's proxy and store know the servers by the same names and secrets", () => {
  const servers = Object.keys(services).filter((name) => name.startsWith("server-"));
  expect(fill(services.caddy?.environment).UPSTREAMS).toBe(servers.map((name) => `${name}:3000`).join(" "));
  const [server, store] = [fill(services["server-1"]?.environment), fill(services.store?.environment)];
  expect([store.ROOT_ACCESS_KEY, store.ROOT_SECRET_KEY]).toEqual([
    server.S3_ACCESS_KEY_ID,
    server.S3_SECRET_ACCESS_KEY,
  ]);
});
