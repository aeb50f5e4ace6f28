import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { YAML } from "bun";
import { z } from "zod";
import { everyRoute } from "../../http/test-routes.ts";
import { readConfig } from "../../read-config.ts";
import { settingNames } from "../../settings.ts";

const read = (name: string) => readFileSync(join(import.meta.dir, name), "utf8");
const parse = (name: string): unknown => YAML.parse(read(name));

const label = z.strictObject({ "app.kubernetes.io/name": z.literal("attestamp") });
const selector = z.strictObject({ matchLabels: label });
const metadata = z.strictObject({ name: z.string(), labels: label.optional() });
const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string(), port: z.literal("http") }),
  periodSeconds: z.int(),
  timeoutSeconds: z.int().optional(),
  failureThreshold: z.int().optional(),
});
/** The parts of the Kubernetes API that the sample uses; any other key is a mistake or needs a new check. */
const container = z.strictObject({
  name: z.string(),
  image: z.string(),
  envFrom: z.array(z.strictObject({ secretRef: z.strictObject({ name: z.string() }) })),
  ports: z.array(z.strictObject({ name: z.literal("http"), containerPort: z.literal(3000) })),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal("ALL")]) }),
  }),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  resources: z.strictObject({ requests: z.strictObject({ cpu: z.string(), memory: z.string() }) }),
  volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string() })),
});
const pod = z.strictObject({
  automountServiceAccountToken: z.literal(false),
  terminationGracePeriodSeconds: z.int(),
  topologySpreadConstraints: z.array(
    z.strictObject({
      maxSkew: z.int(),
      topologyKey: z.string(),
      whenUnsatisfiable: z.enum(["ScheduleAnyway", "DoNotSchedule"]),
      labelSelector: selector,
    }),
  ),
  securityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.int(),
    runAsGroup: z.int(),
    fsGroup: z.int(),
    seccompProfile: z.strictObject({ type: z.enum(["Unconfined", "RuntimeDefault"]) }),
  }),
  containers: z.tuple([container]),
  volumes: z.array(z.strictObject({ name: z.string(), emptyDir: z.strictObject({}) })),
});
const deployment = z.strictObject({
  apiVersion: z.literal("apps/v1"),
  kind: z.literal("Deployment"),
  metadata,
  spec: z.strictObject({
    replicas: z.int().min(2),
    strategy: z.strictObject({ type: z.literal("Recreate") }),
    selector,
    template: z.strictObject({ metadata: z.strictObject({ labels: label }), spec: pod }),
  }),
});
const service = z.strictObject({
  apiVersion: z.literal("v1"),
  kind: z.literal("Service"),
  metadata,
  spec: z.strictObject({
    selector: label,
    ports: z.tuple([z.strictObject({ name: z.string(), port: z.int(), targetPort: z.literal("http") })]),
  }),
});
const budget = z.strictObject({
  apiVersion: z.literal("policy/v1"),
  kind: z.literal("PodDisruptionBudget"),
  metadata,
  spec: z.strictObject({ minAvailable: z.literal(1), selector }),
});
const kustomization = z.strictObject({
  apiVersion: z.literal("kustomize.config.k8s.io/v1beta1"),
  kind: z.literal("Kustomization"),
  namespace: z.string(),
  resources: z.array(z.string()),
  secretGenerator: z.tuple([z.strictObject({ name: z.string(), envs: z.tuple([z.string()]) })]),
  images: z.tuple([z.strictObject({ name: z.string(), newName: z.string(), newTag: z.string() })]),
});

const { template } = deployment.parse(parse("deployment.yaml")).spec;
const [server] = template.spec.containers;

test("the sample for Kubernetes lists every manifest in its folder, and each has only known fields", () => {
  const { resources } = kustomization.parse(parse("kustomization.yaml"));
  const manifests = readdirSync(import.meta.dir).filter((name) => name.endsWith(".yaml"));
  expect([...resources, "kustomization.yaml"].toSorted()).toEqual(manifests.toSorted());
  service.parse(parse("service.yaml"));
  budget.parse(parse("disruption-budget.yaml"));
});

test("its servers get their image, their settings and the folders that they write to", () => {
  const { secretGenerator, images } = kustomization.parse(parse("kustomization.yaml"));
  expect(images[0].name).toBe(server.image);
  expect(server.envFrom).toEqual([{ secretRef: { name: secretGenerator[0].name } }]);
  expect(readdirSync(import.meta.dir)).toContain(`${secretGenerator[0].envs[0]}.example`);
  expect(server.volumeMounts.map(({ name }) => name)).toEqual(template.spec.volumes.map(({ name }) => name));
  expect(server.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(["/data", "/tmp"]);
});

test("they run as the user of the image, and the probes ask addresses that the server has", () => {
  const dockerfile = read("../../../../Dockerfile");
  const { runAsUser, runAsGroup, fsGroup } = template.spec.securityContext;
  expect([runAsUser, runAsGroup, fsGroup]).toEqual([10_001, 10_001, 10_001]);
  expect(dockerfile).toContain(`--uid ${runAsUser} --gid ${runAsGroup}`);
  for (const { httpGet } of [server.startupProbe, server.livenessProbe, server.readinessProbe])
    expect(Object.keys(everyRoute)).toContain(`GET ${httpGet.path}`);
});

test("the settings in the sample are settings of the program, and consistent once they are filled in", () => {
  const lines = [...read("settings.env.example").matchAll(/^([A-Z0-9_]+)=(.*)$/gm)];
  const filled = lines.map(([, name = "", value]) => [name, value || "0".repeat(64)] as const);
  expect(filled.map(([name]) => name).filter((name) => !settingNames.includes(name))).toEqual([]);
  const config = readConfig(Object.fromEntries(filled));
  expect(config).toMatchObject({ origin: "https://stamps.example.org", trustProxy: 1 });
  expect(config.s3?.endpoint).toBe("https://s3.example.org");
});
