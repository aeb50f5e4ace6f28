import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { YAML } from "bun";
import { z } from "zod";
import { settingNames } from "../settings.ts";

const root = join(import.meta.dir, "../../..");
const read = (name: string) => readFileSync(join(root, name), "utf8");

const names = z.array(z.string());
const condition = z.enum(["service_started", "service_healthy", "service_completed_successfully"]);
/** The parts of the Compose specification that the samples use; any other key is a mistake or needs a new check. */
const service = z.strictObject({
  image: z.string().optional(),
  build: z.string().optional(),
  pull_policy: z.enum(["always", "never", "missing", "build"]).optional(),
  restart: z.enum(["no", "always", "on-failure", "unless-stopped"]).optional(),
  init: z.boolean().optional(),
  command: names.optional(),
  depends_on: z.union([names, z.record(z.string(), z.strictObject({ condition }))]).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  env_file: z.array(z.strictObject({ path: z.string(), required: z.boolean() })).optional(),
  volumes: z.array(z.string().regex(/^[^:]+:\/[^:]*(:ro)?$/)).optional(),
  tmpfs: z.array(z.string().startsWith("/")).optional(),
  ports: z.array(z.string().regex(/^\d+:\d+(\/udp)?$/)).optional(),
  read_only: z.boolean().optional(),
  cap_drop: names.optional(),
  security_opt: names.optional(),
  healthcheck: z
    .strictObject({ test: names, interval: z.string().regex(/^\d+s$/), retries: z.int() })
    .optional(),
});
const file = z.strictObject({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()).optional(),
});

/** The file without its extension fields, which are only anchors for others. */
function parse(name: string) {
  const all = Object.entries(YAML.parse(read(name)) as object).filter(([key]) => !key.startsWith("x-"));
  return file.parse(Object.fromEntries(all));
}

/** A sample, and the file that builds the image of its servers instead. */
const samples: [string, string][] = [
  ["compose.yaml", "compose.build.yaml"],
  ["compose.cluster.yaml", "compose.cluster.build.yaml"],
];
const isServer = ({ image = "" }: z.infer<typeof service>) =>
  /^\$\{ATTESTAMP_IMAGE:-attestamp\}$/.test(image);

for (const [name, building] of samples) {
  const { services, volumes = {} } = parse(name);
  const servers = Object.entries(services).filter(([, one]) => isServer(one));

  test(`${name} names only services, volumes and files that exist, and every service has an image`, () => {
    for (const one of Object.values(services)) {
      expect(one.image).toBeString();
      const before = Array.isArray(one.depends_on) ? one.depends_on : Object.keys(one.depends_on ?? {});
      expect(Object.keys(services)).toEqual(expect.arrayContaining(before));
      for (const [source = ""] of (one.volumes ?? []).map((volume) => volume.split(":")))
        expect([
          source,
          source.startsWith("./") ? existsSync(join(root, source)) : source in volumes,
        ]).toEqual([source, true]);
    }
  });

  test(`${name} gives its servers only settings of the program, and no rights`, () => {
    expect(servers).not.toEqual([]);
    for (const [, one] of servers) {
      const unknown = Object.keys(one.environment ?? {}).filter((key) => !settingNames.includes(key));
      expect(unknown).toEqual([]);
      expect(one).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
      expect(one.security_opt).toContain("no-new-privileges:true");
    }
  });

  test(`${building} builds the image of exactly the servers in ${name}`, () => {
    const built = parse(building).services;
    expect(Object.keys(built)).toEqual(servers.map(([key]) => key));
    for (const one of Object.values(built)) expect(one).toEqual({ build: ".", pull_policy: "build" });
  });

  test(`${name} says which version of Compose it needs, and which variables`, () => {
    const text = read(name);
    const comment = text
      .split("\n")
      .filter((line) => line.startsWith("#"))
      .join("\n");
    expect(comment).toContain("Docker Compose 2.24");
    expect(comment).toContain(building);
    const required = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, variable = ""]) => variable);
    expect(required.filter((variable) => !comment.includes(variable))).toEqual([]);
  });
}
