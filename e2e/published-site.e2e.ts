import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { unzipSync } from "fflate";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/browser.ts";
import { openAccount, stampIntoFolder } from "./support/calls.ts";

const root = join(import.meta.dir, "..");

// Its server is killed: settings of its own keep other tests from sharing it.
test.use({ settings: { LOG_LEVEL: "warn" } });

test("with the server gone, a plain file server answers the QR code, checks the file, and speaks Spanish", async ({
  product,
  page,
  folder,
}) => {
  await openAccount(page.request);
  const { id, serialNumber, original, stamped } = await stampIntoFolder(page.request, folder);
  const pack = unzipSync(await (await page.request.get(`/api/documents/${id}/evidence`)).body());
  const code = Buffer.from(pack["attestation.jws"] ?? "")
    .toString()
    .trim();
  await product.kill();

  const site = join(folder, "site");
  const publishing = Bun.spawn([process.execPath, "src/main.ts", "publish", site], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: product.dataDir,
      ORIGIN: product.origin,
      PORT: new URL(product.origin).port,
    },
  });
  expect(await publishing.exited).toBe(0);
  const files = Bun.spawn(
    ["python3", "-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", site, "0"],
    {
      stderr: "ignore",
    },
  );
  const [announced] = await once(createInterface(Readable.from(files.stdout)), "line");
  const address = /http:\S+\d/.exec(String(announced))?.[0] ?? "";

  await page.goto(`${address}/verify/${serialNumber}#${code}`);
  await expect(
    page.getByText("Genuine: Attestamp signed the QR code or link that brought you here."),
  ).toBeVisible();
  await expect(page.getByText("Jane Doe").first()).toBeVisible();
  await page.getByLabel("Choose files, or drop them here").setInputFiles([stamped, original]);
  const heading = (name: string) =>
    page.getByRole("heading", { name: `${name}, but no one independent confirms its time`, exact: true });
  await expect(heading("This is the stamped copy")).toBeVisible();
  await expect(heading("This is the original document")).toBeVisible();
  await expectAccessible(page, "a published record");

  writeFileSync(original, Buffer.concat([readFileSync(original), Buffer.from("\n")]));
  await page.getByLabel("Choose files, or drop them here").setInputFiles(original);
  await expect(page.getByRole("heading", { name: "This is not the right file" })).toBeVisible();
  await page.getByRole("button", { name: "Español" }).click();
  await expect(page.getByRole("heading", { name: "Este documento consta en el registro" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "This document is on record" })).toBeHidden();

  await page.goto(`${address}/`);
  await page.getByLabel("Serial number").fill(serialNumber.toLowerCase().replaceAll("-", ""));
  await page.getByRole("button", { name: "Open the record" }).click();
  await expect(page.getByText(serialNumber).filter({ visible: true }).first()).toBeVisible();
  await page.goto(`${address}/verify.html`);
  await expect(page.getByText(new URL(product.origin).host, { exact: true })).toBeVisible();
  files.kill();
  await files.exited;
});
