import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect } from "./support/browser.ts";
import { countClicks } from "./support/clicks.ts";
import { type Product, startProduct } from "./support/product.ts";

/** A first start with no settings; what the server prints is in `server.log` next to its data. */
const test = base.extend<object, { product: Product }>({
  product: [
    async ({ browserName: _browser }, use) => {
      const folder = mkdtempSync(join(tmpdir(), "attestamp-e2e-"));
      const dataDir = join(folder, "data");
      const product = await startProduct(
        {},
        {
          command: [process.execPath, "src/main.ts", "serve"],
          dataDir,
          dataDirInside: dataDir,
          logPath: join(folder, "server.log"),
        },
      );
      await use(product);
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 600_000 },
  ],
});

test("a self-hoster follows the instructions that the first start prints, and is an administrator after two commands and three clicks", async ({
  page,
  product,
}) => {
  const printed = () => readFileSync(join(product.dataDir, "../server.log"), "utf8");
  await expect.poll(printed).toContain("There is no administrator yet.");
  const address = /is ready at (http\S+)/.exec(printed())?.[1] ?? "";
  const command = /run: bun (.+ admin create) NAME/.exec(printed())?.[1] ?? "";
  expect([address, command]).toEqual([product.origin, "src/main.ts admin create"]);

  const { status, stdout } = spawnSync(process.execPath, [...command.split(" "), "ruth"], {
    cwd: join(import.meta.dir, ".."),
    env: { ...process.env, DATA_DIR: product.dataDir },
    input: "\n",
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([
    0,
    expect.stringContaining("ruth was created with administrator rights."),
  ]);

  // Counts from the page at the printed address.
  const clicks = await countClicks(page);
  await page.goto(address);
  await page.getByRole("button", { name: "Log in" }).first().click();
  const card = page.locator("form");
  await card.getByLabel("Username").fill("ruth");
  await card.getByLabel("Password", { exact: true }).fill(/Password: (\S+)/.exec(stdout)?.[1] ?? "");
  await card.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("link", { name: "Admin" }).click();
  await expect(page.getByRole("heading", { name: "Admin Portal" })).toBeVisible();
  expect(clicks()).toBeLessThanOrEqual(3);
});
