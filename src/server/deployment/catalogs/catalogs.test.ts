import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { YAML } from "bun";
import { z } from "zod";
import { readConfig } from "../../read-config.ts";
import { settingNames } from "../../settings.ts";

const read = (name: string) => readFileSync(join(import.meta.dir, name), "utf8");
const environment = z.record(z.string(), z.string());

test("the file for Coolify differs from compose.yaml only in what Coolify fills in", () => {
  const service = z.looseObject({ environment, env_file: z.array(z.unknown()).optional() });
  const file = z.looseObject({ services: z.looseObject({ attestamp: service }) });
  const ours = file.parse(YAML.parse(read("coolify.yaml"))).services.attestamp;
  const { attestamp } = file.parse(YAML.parse(read("../../../../compose.yaml"))).services;
  const { environment: settings, ...rest } = ours;
  const { environment: _, env_file, ...others } = attestamp;
  expect(rest).toEqual(others);
  expect(env_file).toHaveLength(1);
  expect(settings.ORIGIN).toBe(`$\{SERVICE_URL_ATTESTAMP}`);
  const names = Object.keys(settings).filter((name) => name !== "SERVICE_URL_ATTESTAMP_3000");
  expect(names.filter((name) => !settingNames.includes(name))).toEqual([]);
});

test("the file for CapRover asks for every variable that it uses, and suggests settings that fit together", () => {
  const variable = z.strictObject({
    id: z.templateLiteral(["$$cap_", z.string()]),
    label: z.string(),
    description: z.string(),
    defaultValue: z.string().optional(),
    validRegex: z.string().startsWith("/").endsWith("/").optional(),
  });
  const file = z.strictObject({
    captainVersion: z.literal(4),
    services: z.strictObject({
      $$cap_appname: z.strictObject({
        image: z.literal("$$cap_image"),
        restart: z.literal("always"),
        environment,
        volumes: z.tuple([z.literal("$$cap_appname-data:/data")]),
        caproverExtra: z.strictObject({ containerHttpPort: z.literal("3000") }),
      }),
    }),
    caproverOneClickApp: z.strictObject({
      variables: z.array(variable),
      instructions: z.strictObject({ start: z.string(), end: z.string() }),
      displayName: z.literal("Attestamp"),
      isOfficial: z.literal(false),
      description: z.string().max(200),
      documentation: z.string(),
    }),
  });
  const text = read("caprover.yaml");
  const { services, caproverOneClickApp } = file.parse(YAML.parse(text));
  const builtIn = { $$cap_appname: "stamps", $$cap_root_domain: "example.org" };
  const asked = caproverOneClickApp.variables;
  const used = new Set(text.match(/\$\$cap_\w+/g));
  expect([...used].toSorted()).toEqual([...asked.map(({ id }) => id), ...Object.keys(builtIn)].toSorted());

  const fill = (value: string) =>
    Object.entries(builtIn).reduce((all, [id, filled]) => all.replaceAll(id, filled), value);
  const answers = new Map(asked.map(({ id, defaultValue = "" }) => [id as string, fill(defaultValue)]));
  for (const { id, validRegex } of asked) {
    const answer = id === "$$cap_image" ? "example/attestamp:1.1.0-office" : answers.get(id);
    if (validRegex !== undefined) expect(answer).toMatch(new RegExp(validRegex.slice(1, -1)));
  }
  const settings = Object.entries(services.$$cap_appname.environment).map(
    ([name, value]) => [name, answers.get(value) ?? value] as const,
  );
  expect(settings.map(([name]) => name).filter((name) => !settingNames.includes(name))).toEqual([]);
  expect(readConfig(Object.fromEntries(settings)).origin).toBe("https://stamps.example.org");
});

test("the script for Proxmox VE installs what the image does, and is a script that a shell can read", async () => {
  const packages = (text: string) =>
    new Set(text.match(/\b(?:fonts-[a-z0-9-]+|libreoffice-[a-z-]+|python3-uno|bubblewrap|ca-certificates)/g));
  const script = read("proxmox.sh");
  expect(packages(script)).toEqual(packages(read("../../../../Dockerfile")));
  await Bun.$`sh -n ${join(import.meta.dir, "proxmox.sh")}`;
  const hostile = Bun.spawn(["sh", join(import.meta.dir, "proxmox.sh"), "/dev/null", "a.org;reboot", "100"], {
    stderr: "pipe",
  });
  expect(await hostile.exited).toBe(1);
  expect(await new Response(hostile.stderr).text()).toBe("a.org;reboot is no host name.\n");
});
