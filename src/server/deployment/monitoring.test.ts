import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { YAML } from "bun";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";

setDefaultTimeout(600_000);
const read = (name: string) => readFileSync(join(import.meta.dir, name), "utf8");
const guide = read("../../../docs/monitoring.md");
const alerts = YAML.parse(read("prometheus-alerts.yaml")) as {
  groups: { name: string; rules: Record<"alert" | "expr", string>[] }[];
};
const dashboard: {
  templating: { list: { name: string }[] };
  panels: { title: string; description: string; targets: { expr: string }[] }[];
} = JSON.parse(read("grafana-dashboard.json"));
const expressions = [
  ...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];

let server: TestServer;
let exported: string;
beforeAll(async () => {
  const metricsToken = "sixteen characters and more";
  server = await startWorkingServer({ config: { metricsToken } });
  const person = await newPerson(server);
  await processFile(person, (await uploadFile(person, "lease.pdf")).id);
  const headers = { authorization: `Bearer ${metricsToken}` };
  exported = await (await fetch(`${server.origin}/metrics`, { headers })).text();
});
afterAll(() => server.stop());

/** The names that the server exports, also without a sample. */
const names = () =>
  [...exported.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = "", type]) => [name, type]);

test("every metric in the alerts and the dashboard is exported, and those with buckets are histograms", () => {
  const known = new Map(names().map(([name, type]) => [String(name), type]));
  for (const used of expressions.flatMap((text) => text.match(/\battestamp_\w+/g) ?? [])) {
    const base = used.replace(/_(bucket|sum|count)$/, "");
    expect([used, known.get(base)]).toEqual([used, base === used ? "gauge" : "histogram"]);
  }
});

test("the dashboard shows every metric, and says what each panel shows", () => {
  const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join("\n");
  expect(names().filter(([name]) => !shown.includes(String(name)))).toEqual([]);
  expect(dashboard.panels.filter(({ description }) => description === "")).toEqual([]);
  const variables = dashboard.templating.list.map(({ name }) => `$${name}`);
  expect([...new Set(shown.match(/\$\w+/g))].filter((one) => !variables.includes(one))).toEqual([]);
});

test("every metric is explained with its type, and no other", () => {
  const rows = [...guide.matchAll(/^\| `(attestamp_\w+)` +\| (\w+) +\|/gm)];
  expect(rows.map(([, name = "", type]) => [name, type]).toSorted()).toEqual(names().toSorted());
});

test("the labels that samples have, and that expressions choose by, are the explained ones", () => {
  const rows = [...guide.matchAll(/^\| `(attestamp_\w+)` +\| \w+ +\| ([^|]*)\|/gm)];
  const explained = new Map(
    rows.map(([, name = "", labels = ""]) => [name, labels.match(/\w+/g) ?? []] as const),
  );
  const byName = /\b(attestamp_\w+?)(?:_bucket|_sum|_count)?\{([^}]*)\}/g;
  const given = ["job", "instance", "le"];
  for (const [, name = "", labels = ""] of [exported, ...expressions].join("\n").matchAll(byName))
    for (const [, label = ""] of labels.matchAll(/(\w+)(?:=|!=|=~)"/g))
      expect([name, [...given, ...(explained.get(name) ?? [])]]).toEqual([
        name,
        expect.arrayContaining([label]),
      ]);
});

test("every alert says what to do, and has a name of its own", () => {
  const rules = alerts.groups.flatMap((group) => group.rules);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  expect(rules).toEqual(
    rules.map(() =>
      expect.objectContaining({
        expr: expect.any(String),
        labels: { severity: expect.stringMatching(/^(critical|warning)$/) },
        annotations: { summary: expect.any(String), description: expect.any(String) },
      }),
    ),
  );
});
