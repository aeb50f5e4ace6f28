import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createWith, makePasskey, signInWith } from "../src/testing/test-passkey.ts";
import { attest, expectConfirmed, expectStampOnEveryPage } from "./support/attesting.ts";
import { inBareRoot } from "./support/bare-root.ts";
import { test as base, expect } from "./support/browser.ts";
import { openAccount } from "./support/calls.ts";
import { Client } from "./support/client.ts";
import { type Product, startProduct, writeSite } from "./support/product.ts";
import { photograph, printedPdf } from "./support/real-documents.ts";
import { writeTextPdf } from "./support/samples.ts";

/** The folder of an operator who has a color, a logo and a text. */
const site = {
  "site.json": '{ "accentColor": "#7a1f5c" }',
  "logo.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><path d="M2 34 18 2v32z"/></svg>',
  "privacy.md": "# What we keep\n\n**Little.**\n",
};

/** The product is the single executable, in a root folder with only the C and C++ libraries. */
const test = base.extend<object, { product: Product }>({
  product: [
    async ({ settings }, use) => {
      const start = await inBareRoot();
      writeSite(start.dataDir, site);
      const product = await startProduct(settings, start);
      await use(product);
      await product.stop();
      rmSync(join(start.dataDir, ".."), { recursive: true, force: true });
    },
    { scope: "worker", timeout: 600_000 },
  ],
});

/** Inside its root folder. */
test.use({ settings: { BACKUP_DIR: "/backups" } });

test("the executable alone stamps a PDF and a photo, certifies and confirms them", async ({
  page,
  browser,
  folder,
  product,
}) => {
  const lease = await attest(page, await printedPdf(browser, folder), folder);
  const pageOne = page.getByRole("img", { name: /^Preview of the stamped/ });
  await expect(pageOne).toHaveJSProperty("naturalHeight", 1200);
  await expectStampOnEveryPage(lease.stamped, lease.serialNumber, 3);
  await expectConfirmed(page, lease);
  const photo = await attest(page, await photograph(browser, folder), folder);
  await expectConfirmed(page, photo);
  expect(readdirSync(join(product.dataDir, "originals")).length).toBe(2);
  expect(readdirSync(join(product.dataDir, ".."))).not.toContain("tmp");
});

test("the executable adds a passkey and lets its owner in", async ({ request, product }) => {
  const { username, password } = await openAccount(request);
  const post = async (path: string, data: unknown) =>
    (await request.post(`/api/auth/${path}`, { data })).json();
  const passkey = makePasskey(product.origin);
  const { options } = await post("passkeys/options", { currentPassword: password });
  await post("passkeys", { name: "Laptop", passkey: createWith(passkey, options) });
  const { options: asked } = await post("passkey-login/options", {});
  expect(await post("passkey-login", { passkey: signInWith(passkey, asked.challenge) })).toEqual({
    username,
  });
});

test("the executable stamps in a folder that only its user can enter, such as root's home", async ({
  folder,
}) => {
  // The sandbox has its own /dev, which hides temporary folders in /dev/shm.
  const home = mkdtempSync("/var/tmp/attestamp-home-");
  const dataDir = join(home, "storage");
  const command = [join(import.meta.dir, "../dist/attestamp"), "serve"];
  const product = await startProduct({}, { command, dataDir, dataDirInside: dataDir });
  try {
    const path = join(folder, "lease.pdf");
    await writeTextPdf(path, 2);
    const client = await Client.register(product.origin);
    const uploaded = await client.upload(path);
    if (!("id" in uploaded)) throw new Error(`The upload was refused: ${uploaded.message}`);
    await client.process(uploaded.id);
    expect(await client.finished(uploaded.id)).toMatchObject({ status: "completed" });
  } finally {
    await product.stop();
    rmSync(home, { recursive: true, force: true });
  }
});

test("the executable alone makes a backup while the server runs, and restores it to a new folder", ({
  folder,
  product,
}) => {
  const run = (dataDir: string, ...words: string[]) => {
    const executable = join(import.meta.dir, "../dist/attestamp");
    const { status, stderr } = spawnSync(executable, words, { env: { DATA_DIR: dataDir }, encoding: "utf8" });
    return { status, stderr };
  };
  const done = { status: 0, stderr: "" };
  const [backup, restored] = [join(folder, "backup"), join(folder, "restored")];
  expect(run(product.dataDir, "backup", backup)).toEqual(done);
  expect(run(restored, "restore", backup)).toEqual(done);
  expect(existsSync(join(restored, "attestamp.sqlite"))).toBe(true);
  expect(run(restored, "doctor")).toEqual(done);
});

test("the executable alone makes scheduled backups", async ({ product }) => {
  const folder = join(product.dataDir, "../backups");
  const made = () => readdirSync(folder).filter((name) => !name.endsWith(".unfinished"));
  await expect.poll(made).toHaveLength(1);
});

test("the executable alone prints its version, its commit and the licenses of all software in it", () => {
  const root = join(import.meta.dir, "..");
  const run = (word: string) =>
    spawnSync(join(root, "dist/attestamp"), [word], { env: {}, encoding: "utf8" });
  const { version, dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(run("--version")).toMatchObject({ status: 0, stdout: `Attestamp ${version}\n`, stderr: "" });
  expect(run("version").stdout).toMatch(/^Attestamp \S+ \(commit [0-9a-f]{12}\)\n$/);
  const { status, stdout, stderr } = run("licenses");
  expect([status, stderr]).toEqual([0, ""]);
  for (const folder of Object.keys(dependencies)) {
    // A package may be installed under another name than its own.
    const { name } = JSON.parse(readFileSync(join(root, "node_modules", folder, "package.json"), "utf8"));
    expect(stdout).toContain(`\n${name} `);
  }
});

test("the executable alone serves the operator's color, logo and legal text, and checks their folder", async ({
  page,
  product,
}) => {
  await page.goto("/privacy");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("What we keep");
  await expect(page.getByRole("article").locator("strong")).toHaveText("Little.");
  const logo = page.getByRole("banner").locator("img");
  await expect(logo).toHaveJSProperty("complete", true);
  expect(await logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  const brand = () => getComputedStyle(document.documentElement).getPropertyValue("--brand");
  expect(await page.evaluate(brand)).toContain("#7a1f5c");
  const executable = join(import.meta.dir, "../dist/attestamp");
  const env = { DATA_DIR: product.dataDir };
  const { status, stdout } = spawnSync(executable, ["site", "check"], { env, encoding: "utf8" });
  expect([status, stdout]).toEqual([0, expect.stringContaining("#7a1f5c on light backgrounds")]);
});
