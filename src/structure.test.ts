import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const root = join(import.meta.dir, "..");
const files = ["src", "db", "web", "e2e"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))),
  )
  .filter((name) => /\.(ts|tsx)$/.test(name) && !name.includes("node_modules"))
  .map((name) => ({ name, text: readFileSync(join(root, name), "utf8") }));
const productFiles = files.filter(
  ({ name }) => !/\.(test|e2e)\.tsx?$|\/test-[^/]+$/.test(name) && !name.startsWith("src/testing/"),
);
const sources = productFiles.filter(({ name }) => name.startsWith("src/"));

type File = (typeof files)[number];

/** The repository paths of a file's imports, including types. */
function importsOf({ name, text }: File): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, path = ""]) =>
    join(dirname(name), path),
  );
}

/** The file's runtime code, without types. */
function withoutTypeImports({ name, text }: File): File {
  return { name, text: text.replace(/^(?:import|export) type [^;]*;$/gm, "") };
}

/** One line for each import that `isForbidden` matches. */
function forbidden(among: File[], isForbidden: (from: string, to: string) => boolean): string[] {
  return among.flatMap((file) =>
    importsOf(file)
      .filter((to) => isForbidden(file.name, to))
      .map((to) => `${file.name} imports ${to}`),
  );
}

/** From the lowest to the highest: each imports only from itself and from those before it. */
const bands = [
  "src/errors.ts",
  "src/program-info.ts",
  "src/formats",
  "src/evidence",
  "db",
  "src/platform",
  "src/issuing",
  "src/features",
  "src/server",
  "src/main.ts",
];
const bandOf = (path: string) => bands.findIndex((band) => path === band || path.startsWith(`${band}/`));
const within = (path: string, folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`));
/** The feature, or the part of issuing, that a file belongs to; undefined outside of these. */
const featureOf = (path: string) => /^src\/(?:features|issuing)\/([^/]+)\//.exec(path)?.[1];
const role = (path: string) => /\.(router|job|service|repo|schema)\.ts$/.exec(path)?.[1] ?? "pure";

test("every first-level folder says in a README what it is for, and which file to read first", () => {
  const folders = [
    ...bands.filter((band) => !band.endsWith(".ts")),
    "src/client",
    "src/testing",
    "web",
    "e2e",
  ];
  for (const folder of folders) {
    const readme = readFileSync(join(root, folder, "README.md"), "utf8");
    const named = /Read `([^`]+)` first/.exec(readme)?.[1];
    expect([folder, existsSync(join(root, folder, named ?? "no file"))]).toEqual([folder, true]);
  }
});

test("every relative import names a file that exists", () => {
  const missing = files.flatMap((file) =>
    importsOf(file)
      .filter((to) => !existsSync(join(root, to)))
      .map((to) => `${file.name} imports ${to}`),
  );
  expect(missing).toEqual([]);
});

test("there are no import cycles, including type imports", () => {
  const imported = new Map(files.map((file) => [file.name, importsOf(file)]));
  const open: string[] = [];
  const seen = new Set<string>();
  const circles: string[] = [];
  const follow = (name: string): void => {
    if (open.includes(name)) circles.push([...open.slice(open.indexOf(name)), name].join(" → "));
    if (seen.has(name)) return;
    seen.add(name);
    open.push(name);
    for (const to of imported.get(name) ?? []) follow(to);
    open.pop();
  };
  for (const name of imported.keys()) follow(name);
  expect(circles).toEqual([]);
});

test("imports go down from band to band, never back up", () => {
  const isUpwards = (from: string, to: string) => bandOf(from) >= 0 && bandOf(to) > bandOf(from);
  expect(forbidden(productFiles, isUpwards)).toEqual([]);
});

test("engines read no clock and no environment, and open no database", () => {
  const engines = sources.filter(({ name }) => within(name, ["src/formats", "src/evidence"]));
  const impure = engines
    .filter(({ text }) => /\bDate\.now\(|new Date\(\)|process\.env|bun:sqlite/.test(text))
    .map(({ name }) => name);
  expect(impure).toEqual([]);
});

test("the product and its tests import nothing from e2e", () => {
  const product = files.filter(({ name }) => !name.startsWith("e2e/"));
  expect(forbidden(product, (_, to) => to.startsWith("e2e/"))).toEqual([]);
});

test("the product imports nothing that only tests use", () => {
  expect(
    forbidden(
      // The build's sample certificate uses the tests' facts.
      productFiles.filter(({ name }) => !/^(e2e|web\/build)\//.test(name)),
      (_, to) => to.startsWith("src/testing/"),
    ),
  ).toEqual([]);
});

test("the client uses a server only through its API, and verifies with the verifier of everyone", () => {
  const client = sources.filter(({ name }) => within(name, ["src/client"]));
  const allowed = ["src/client", "src/platform", "src/formats", "src/evidence"];
  expect(forbidden(client, (_, to) => !within(to, allowed) && to !== "src/errors.ts")).toEqual([]);
});

/** The functions of `src/evidence` that take a private key. */
const signingFunctions = sources
  .filter(({ name }) => within(name, ["src/evidence"]))
  .flatMap(({ text }) => [
    ...text.matchAll(/^export (?:async )?function (\w+)[^(]*\(([\s\S]*?)\)(?::.*)? \{$/gm),
  ])
  .filter(([, , parameters = ""]) =>
    /\b(SigningKey|PostQuantumKey|KeyObject|Signers?|TokenFacts|(Credential|Seal)Parts)\b/.test(parameters),
  )
  .map(([, name = ""]) => name);

test("only issuing signs, packs and records evidence; what is above it gives the facts and asks for the result", () => {
  for (const name of ["signStatement", "signCheckpoint", "makeTimeStampToken", "sealCms"])
    expect(signingFunctions).toContain(name);
  const others = ["makePack", "makeCollectionPack", "insertCertificate", "insertTimeStamp"];
  const isForbidden = new RegExp(`\\b(${[...signingFunctions, ...others].join("|")})\\b`);
  const above = sources.filter(
    ({ name }) => bandOf(name) > bandOf("src/issuing") || within(name, ["src/client"]),
  );
  const signing = above.flatMap(({ name, text }) =>
    [...text.matchAll(/^import ([^;]*?) from/gm)]
      .filter(([, names = ""]) => isForbidden.test(names))
      .map(([, names]) => `${name} imports ${names}`),
  );
  expect(signing).toEqual([]);
  const appending = above.filter(({ text }) => /\bappendToLog\b/.test(text)).map(({ name }) => name);
  expect(appending).toEqual(["src/features/documents/stamping.job.ts"]);
});

test("issuing reads no table and no column of accounts, money, mail, offices, projects or webhooks", () => {
  const evidence = ["adoptions", "documents", "evidence", "log", "witnesses"];
  const tables = productFiles
    .filter(({ name }) => name.startsWith("db/schema/") && !evidence.includes(basename(name, ".ts")))
    .flatMap(({ text }) => [...text.matchAll(/^export const (\w+)/gm)].map(([, name = ""]) => name));
  expect(tables).toContain("users");
  const isForbidden = new RegExp(`\\b(${tables.join("|")})\\b[^;]*db/schema\\.ts"`);
  const issuing = sources.filter(({ name }) => within(name, ["src/issuing"]));
  expect(issuing.filter(({ text }) => isForbidden.test(text)).map(({ name }) => name)).toEqual([]);
  const columns = ["db/columns/collection-facts.ts", "db/columns/documents.ts"];
  expect(forbidden(issuing, (_, to) => to.startsWith("db/columns/") && !columns.includes(to))).toEqual([]);
});

test("only a child process opens documents, and only the server has keys: the child leaves space for the seal, the server fills it in", () => {
  const preparing = ["src/evidence/pades/append-seal.ts", "src/evidence/pades/prepare-seal.ts"];
  const children = ["src/platform/jobs/worker-main.ts", "src/platform/jobs/warm-up.ts"];
  const outside = sources.filter(
    ({ name }) => !within(name, ["src/evidence/pades"]) && !children.includes(name),
  );
  const preparers = forbidden(outside, (_, to) => preparing.includes(to));
  const fillers = ["fill-seal.ts", "fill-credentials.ts", "prepared-file.ts"].map(
    (name) => `src/evidence/pades/${name}`,
  );
  const filling = sources.filter(({ name }) => fillers.includes(name));
  expect(filling).toHaveLength(fillers.length);
  const readers = forbidden(filling, (_, to) => to !== "src/evidence/pades/seal.ts" && !fillers.includes(to));
  expect([...preparers, ...readers]).toEqual([]);
});

test("inside a feature imports go from job to service to repo to pure rules, never back", () => {
  const order = ["job", "service", "repo", "pure", "schema"];
  const backwards = forbidden(
    sources.filter(({ name }) => featureOf(name)),
    (from, to) => dirname(from) === dirname(to) && order.indexOf(role(to)) < order.indexOf(role(from)),
  );
  expect(backwards).toEqual([]);
});

/** Repositories that other features use in their own transactions, so that both writes happen or neither. */
const sharedRepos = [
  "src/features/audit/audit.repo.ts",
  "src/features/audit/office-log.repo.ts",
  "src/features/mail/magic-links.repo.ts",
];
/** Administration and account deletion act on the rows of all features; the doctor reads all rows. */
const seesEverything = (path: string) =>
  ["account-deletion", "admin", "integrity"].includes(featureOf(path) ?? "");

test("a feature uses another one's services and rules, not its repository or jobs", () => {
  const crossing = forbidden(
    sources.filter(({ name }) => featureOf(name) && !seesEverything(name)),
    (from, to) =>
      featureOf(to) !== undefined &&
      featureOf(from) !== featureOf(to) &&
      ["job", "repo"].includes(role(to)) &&
      !sharedRepos.includes(to),
  );
  expect(crossing).toEqual([]);
});

/** The groups of these files that import themselves by way of other groups; files without a group do not count. */
function needingEachOther(among: File[], groupOf: (path: string) => string | undefined): string[] {
  const needed = new Map<string, Set<string>>();
  for (const file of among) {
    const from = groupOf(file.name);
    const others = importsOf(file).flatMap((to) => groupOf(to) ?? []);
    if (from) needed.set(from, new Set([...(needed.get(from) ?? []), ...others]).difference(new Set([from])));
  }
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of needed.get(from) ?? []) if (!seen.has(to)) reached(to, seen.add(to));
    return seen;
  };
  return [...needed.keys()].filter((group) => reached(group).has(group));
}

test("no two features need each other", () => {
  // Documents need stamps from billing, and payments for one document need its owner.
  const among = sources.filter(
    ({ name }) => !seesEverything(name) && name !== "src/features/billing/document-payment.service.ts",
  );
  expect(needingEachOther(among, featureOf)).toEqual([]);
});

test("inside formats, evidence and platform no two folders need each other", () => {
  const example = [
    ["src/formats/a/x.ts", "../b/y.ts"],
    ["src/formats/b/y.ts", "../c/z.ts"],
    ["src/formats/c/z.ts", "../b/w.ts"],
  ].map(([name = "", to]) => ({ name, text: `import "${to}";` }));
  const folderIn = (path: string) => /^src\/(?:formats|evidence|platform)\/[^/]+(?=\/)/.exec(path)?.[0];
  expect(needingEachOther(example, folderIn)).toEqual(["src/formats/b", "src/formats/c"]);
  expect(needingEachOther(sources, folderIn)).toEqual([]);
});

test("the page's components and lib import no feature", () => {
  const shared = files.filter(({ name }) => /^web\/(components|lib)\//.test(name));
  expect(forbidden(shared, (_, to) => /^web\/(features|pages)\//.test(to))).toEqual([]);
});

/** What is loaded together with the file, without what it loads later. */
function withoutLaterImports(file: File): File {
  const { name, text } = withoutTypeImports(file);
  return { name, text: text.replace(/\bimport\("[^"]+"\)/g, "") };
}

/** These files and all their runtime imports; `loaded` leaves out those that do not count. */
function reach(names: string[], loaded = withoutTypeImports): File[] {
  const reached = new Set(names);
  for (const name of reached) {
    const file = files.find((file) => file.name === name);
    for (const path of file ? importsOf(loaded(file)) : []) reached.add(path);
  }
  return files.filter(({ name }) => reached.has(name));
}

test("code that the pages run uses nothing that a browser lacks", () => {
  const entries = ["web/main.tsx", "web/verify-worker.ts", "web/offline/verify.ts"];
  const reached = reach(entries);
  expect(entries.filter((entry) => reached.every(({ name }) => name !== entry))).toEqual([]);
  const lacking = reached.filter(({ text }) =>
    /\bBuffer\.|\bBun\.|\bprocess\.(env|cwd|platform)|from "(node:(?!path\/posix)|bun)/.test(text),
  );
  expect(lacking.map(({ name }) => name)).toEqual([]);
});

test("every button of the page is a BareButton, which is disabled until hydration", () => {
  const raw = files.filter(({ name, text }) => name.startsWith("web/") && /<button\b/.test(text));
  expect(raw.map(({ name }) => name)).toEqual(["web/components/bare-button.tsx"]);
});

test("every dialog of the page is a Dialog, which is a child of the body and so in no part that a width hides", () => {
  const raw = files.filter(({ name, text }) => name.startsWith("web/") && /<dialog\b|showModal/.test(text));
  expect(raw.map(({ name }) => name)).toEqual(["web/components/dialog.tsx"]);
  expect(raw[0]?.text).toMatch(/return createPortal\([\s\S]*<dialog\b[\s\S]*document\.body,?\s*\)/);
});

test("browser tests see the product from outside: of the server they know only types", () => {
  const insiders = new Set([
    // Measures the engine, the authority and the log directly, in separate processes.
    "e2e/tools/bench/attested-documents.ts",
    "e2e/tools/bench/authority-child.ts",
    "e2e/tools/bench/growth-child.ts",
    "e2e/tools/bench/stamping-child.ts",
    "e2e/tools/bench/log-child.ts",
    // Speaks to one profiled child as the server does.
    "e2e/tools/bench/document-parts.ts",
    // Starts the children that stamp, without a server around them.
    "e2e/tools/differential.ts",
    // Takes receipts and consistency proofs from the database, for Go's reader to verify.
    "e2e/tools/cluster/log-history.ts",
    // Measures a query of the product on both engines.
    "e2e/tools/cluster/row-lookups.ts",
    // Appends to the log as several servers would, without files or requests.
    "e2e/tools/cluster/append-child.ts",
    // Changes evidence in hundreds of ways, as the verifier's tests do, and asks the command without a process each.
    "e2e/mutations-agree.e2e.ts",
    // The server needs a mail server to deliver to.
    "e2e/support/mailbox.ts",
    "e2e/tools/load.ts",
    // Counts pages with independent programs, like the engine's tests.
    "e2e/tools/corpus/verdict.ts",
    // Tells a crash from an error by its code.
    "e2e/tools/fuzz/drive.ts",
    // A generated Word document.
    "e2e/tools/bench/document.ts",
    "e2e/tools/load/samples.ts",
  ]);
  // Compares the specification with the constants it names.
  const specification = "e2e/specification/";
  // Replaces parts of the server by failing ones, which no setting can do.
  const faults = "e2e/tools/fault-injection/";
  // Stamps thousands of pages, and builds documents like the engine's tests.
  const differential = "e2e/tools/differential/";
  // Builds the executables.
  const release = "e2e/tools/release";
  const outside = files.filter(
    ({ name }) =>
      /^e2e\//.test(name) &&
      ![specification, faults, differential, release].some((folder) => name.startsWith(folder)) &&
      !insiders.has(name),
  );
  expect(
    forbidden(
      outside.map(withoutTypeImports),
      (_, to) => to.startsWith("src/") && !to.startsWith("src/testing/"),
    ),
  ).toEqual([]);
});

test("nothing below http knows about HTTP", () => {
  const above = ["src/server/http", "src/server/cli", "src/server/executable"];
  const below = sources.filter(({ name }) => !within(name, above));
  const imports = forbidden(below, (_, to) => within(to, ["src/server/http"]));
  const libraries = below
    .filter(({ text }) => /from "(?:hono|@trpc\/server)/.test(text))
    .map(({ name }) => `${name} imports a library of HTTP`);
  expect([...imports, ...libraries]).toEqual([]);
});

test("the page imports from the server only types, schemas, messages, prices, file types, languages, the text of a stamp, how sizes, days and domains are written, the form of a quoted name, the verdicts on a time, the names of the service's own documents, which names were removed, what a picture may be, QR codes and the verifier", () => {
  const shared = (to: string) => role(to) === "schema" || within(to, ["src/evidence"]);
  const contracts = new Set([
    "src/errors.ts",
    "src/features/rules.ts",
    "src/server/http/router.ts",
    "src/server/http/page-renderer.ts",
    "src/formats/file-types.ts",
    "src/formats/languages.ts",
    "src/formats/certificate/file-list.ts",
    "src/formats/jpeg-markers.ts",
    "src/formats/images/picture-limits.ts",
    "src/formats/qr-code.ts",
    "src/formats/removed-name.ts",
    "src/formats/written-size.ts",
    "src/formats/text/quoted-name.ts",
    "src/formats/text/written-domain.ts",
    "src/formats/text/written-time.ts",
    "src/formats/text/proof-of-time.ts",
    "src/formats/stamp/stamp.ts",
    "src/formats/stamp/stamp-text.ts",
    "src/formats/stamp/spanish-notes.ts",
    "src/features/billing/plans.ts",
    "src/features/plan-ids.ts",
    "src/features/documents/generated-names.ts",
  ]);
  const page = files.filter(
    ({ name }) => /^web\/(?!build\/)/.test(name) && name !== "web/texts/server-messages.test.ts",
  );
  const imports = forbidden(page, (_, to) => to.startsWith("src/") && !shared(to) && !contracts.has(to));
  expect(imports).toEqual([]);
});

test("no module that the page loads, directly or indirectly, imports server-only code", () => {
  const known = new Map(productFiles.map((file) => [file.name, withoutTypeImports(file)]));
  const builders = /^web\/(build\.ts$|build\/)/;
  const loaded = new Set([...known.keys()].filter((name) => name.startsWith("web/") && !builders.test(name)));
  for (const name of loaded) {
    const file = known.get(name);
    for (const to of file ? importsOf(file) : []) loaded.add(to);
  }
  const reached = [...loaded].filter((name) => /from "(?:node|bun):/.test(known.get(name)?.text ?? ""));
  expect(reached).toEqual([]);
});

test("only config.ts reads the environment", () => {
  const readers = sources
    .filter(({ text }) => /process\.env|Bun\.env|import\.meta\.env/.test(text))
    .map(({ name }) => name);
  expect(readers).toEqual(["src/server/read-config.ts"]);
});

test("each migration is written for both databases", () => {
  const folder = join(root, "db/migrations");
  const journal = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8"));
  const tags: string[] = journal.entries.map(({ tag }: { tag: string }) => tag);
  const ofPostgres = tags.slice(tags.indexOf("0025_ticket-answers"));
  const missing = ofPostgres.filter((tag) => !existsSync(join(folder, "postgres", `${tag}.sql`)));
  // `bun run db:generate` writes them.
  expect(missing).toEqual([]);
});

test("each file of a data folder is named in one block, and everywhere else by it", () => {
  const block = "db/state-files.ts";
  const naming = productFiles
    .filter(({ name }) => /^(src|db)\//.test(name) && name !== block)
    .filter(({ text }) => /join\((?:\w+\.)*dataDir, "\w/.test(text))
    .map(({ name }) => name);
  expect(naming).toEqual([]);
  expect(sources.some((file) => importsOf(file).includes(block))).toBe(true);
});

test("comments are at most 120 characters wide; linter directives may be longer", () => {
  const wide = files.flatMap(({ name, text }) =>
    text
      .split("\n")
      .filter((line) => line.length > 120 && /^\s*(\/\*|\*|\/\/(?! biome-ignore))/.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  );
  expect(wide).toEqual([]);
});

test("an object literal is written with its fields, never spread from another literal", () => {
  const spreading = files.filter(({ text }) => /\.{3}\{/.test(text)).map(({ name }) => name);
  expect(spreading).toEqual([]);
});

test("messages that suggest a command name the program as it was started, from source or as an executable", () => {
  const ofPeople = productFiles.filter(({ name }) => /^(src|db)\//.test(name));
  const naming = ofPeople.filter(({ text }) => /bun src\/main\.ts/.test(text)).map(({ name }) => name);
  expect(naming).toEqual(["src/program-info.ts"]);
});

test("only self-exec.ts knows how to start this program again", () => {
  const served = productFiles.filter(({ name }) => /^(src|db)\//.test(name));
  const starting = served.filter(({ text }) => /process\.execPath/.test(text)).map(({ name }) => name);
  expect(starting).toEqual(["src/platform/self-exec.ts"]);
});

test("files are named for what the product does, in kebab case", () => {
  const vague = /^(utils?|helpers?|common|misc|index)\b/;
  const badlyNamed = files
    .map(({ name }) => name)
    .filter((name) => vague.test(basename(name)) || !/^[a-z0-9.-]+$/.test(basename(name)));
  const vagueFolders = files
    .map(({ name }) => dirname(name))
    .filter((folder) => vague.test(basename(folder)));
  expect([...badlyNamed, ...vagueFolders]).toEqual([]);
});

test("the driver of the S3 store is loaded only when a bucket is used", () => {
  const s3 = "src/platform/files/s3-objects.ts";
  expect(forbidden(sources.map(withoutTypeImports), (_, to) => to === s3)).toEqual([
    `src/platform/files/open-file-store.ts imports ${s3}`,
  ]);
  const { text = "" } = sources.find(({ name }) => name.endsWith("/open-file-store.ts")) ?? {};
  expect(text).toMatch(/await import\("\.\/s3-objects\.ts"\)/);
  expect(sources.filter(({ text }) => text.includes('from "aws4fetch"')).map(({ name }) => name)).toEqual([
    s3,
  ]);
});

test("only one module of the page imports tRPC's hooks", () => {
  const users = productFiles.filter(({ text }) => /from "@trpc\/react-query"/.test(text));
  expect(users.map(({ name }) => name)).toEqual(["web/lib/trpc.ts"]);
});

test("a child process starts without the libraries for pictures, Word documents and schemas", () => {
  const steps = ["src/main.ts", "src/server/cli/work.ts", "src/platform/jobs/worker-main.ts"];
  const started = reach(steps, withoutLaterImports);
  const packages = started
    .flatMap(({ text }) => new Bun.Transpiler({ loader: "ts" }).scanImports(text))
    .filter(({ kind }) => kind === "import-statement")
    .map(({ path }) => /^(?:@[^/]+\/)?\w[^/]*(?:\/core)?/.exec(path)?.[0] ?? "")
    .filter((name) => !/^$|^node:|^bun$|^@expo-google-fonts\//.test(name));
  // The first document waits for each of them (docs/performance.md).
  expect([...new Set(packages)].toSorted()).toEqual([
    "@commander-js/extra-typings",
    "@noble/hashes",
    "bidi-js",
    "harfbuzzjs",
    "pdf-lib/core",
    "punycode.js",
    "qrcode",
  ]);
});

test("only one module of the engines imports the library for pictures, and turns its cache off", () => {
  const users = sources.filter(({ text }) => /from "sharp"/.test(text));
  expect(users.map(({ name }) => name)).toEqual(["src/formats/images/picture-library.ts"]);
  expect(users[0]?.text).toContain("sharp.cache(false);");
});

test("the engine of PostgreSQL is loaded only when DATABASE_URL is set", () => {
  const engine = "db/postgres-engine.ts";
  const product = productFiles.map(withoutTypeImports);
  expect(forbidden(product, (_, to) => to === engine)).toEqual([`db/open.ts imports ${engine}`]);
  const { text = "" } = productFiles.find(({ name }) => name === "db/open.ts") ?? {};
  expect(text).toMatch(/await import\("\.\/postgres-engine\.ts"\)/);
});

const pages = [".", "docs"].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => ({ name: join(folder, name), text: readFileSync(join(root, folder, name), "utf8") })),
);

test("every file named or linked in the documentation exists", () => {
  const missing = pages.flatMap(({ name, text }) => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, path = ""]) =>
      join(dirname(name), path),
    );
    const named = [...text.matchAll(/`((?:src|web|db|e2e|docs)\/[^`*\s…]*)`/g)].map(([, path = ""]) => path);
    return [...links, ...named]
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${name} names ${path}`);
  });
  expect(missing).toEqual([]);
});

test("each of the three journeys in the architecture is described in five sentences with its files", () => {
  const { text = "" } = pages.find(({ name }) => name === "docs/architecture.md") ?? {};
  const journeys =
    (text.split("## Three journeys\n")[1] ?? "").split("\n## ")[0]?.split("\n### ").slice(1) ?? [];
  const steps = journeys.map((journey) => journey.split(/^\d\. /m).slice(1));
  expect(steps.map(({ length }) => length)).toEqual([5, 5, 5]);
  const withoutFile = steps.flat().filter((step) => !/`(?:src|web)\//.test(step));
  expect(withoutFile).toEqual([]);
});

/** A query that is never awaited. Biome's rule knows async functions, but not queries. */
const floatingQuery =
  /(?<=[;{})]|else|^)\s*\n\s*(?:(?:if \(.*\)|else) )?(?:(?:\w+\.)*db\s*\.(?:select|insert|update|delete|run|all|get)\(|\w+\((?:\w+\.)*db\)\.(?:run|all|get)\().*/g;

test("no test sleeps or measures how long something takes", () => {
  const sleeping = files
    .filter(({ name }) => name.endsWith(".test.ts") && name !== "src/structure.test.ts")
    .filter(({ text }) => /Bun\.sleep\((?!0\))|performance\.now|cpuUsage/.test(text));
  expect(sleeping.map(({ name }) => name)).toEqual([]);
});

test("every query is awaited, returned or handed on", () => {
  const example =
    "{\n  await db.delete(users);\n  db\n    .insert(users).run();\n  if (a) newJob(db).run({});\n}";
  expect(example.match(floatingQuery)).toHaveLength(2);
  const floating = files.flatMap(({ name, text }) =>
    (text.match(floatingQuery) ?? []).map((query) => `${name}: ${query.trim()}`),
  );
  expect(floating).toEqual([]);
});

test("no test and no tool starts a server that sends the heads of its log anywhere", () => {
  const starters = files.filter(
    ({ name, text }) =>
      !productFiles.some((file) => file.name === name && name.startsWith("src/")) &&
      /"(serve|--connect)"[\])]/.test(text) &&
      /\bspawn(Sync)?\(/.test(text),
  );
  expect(starters.length).toBeGreaterThan(8);
  const callers = starters.filter(({ text }) => !/ANCHORS: "off"|\bstartProduct\(/.test(text));
  expect(callers.map(({ name }) => name)).toEqual([]);
});
