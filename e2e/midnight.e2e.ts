import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import Sqlite from "better-sqlite3";
import sharp from "sharp";
import { expect, register, test } from "./support/browser.ts";
import { openAccount, stampByCall, uploadByCall } from "./support/calls.ts";

test.use({ timezoneId: "Europe/Berlin" });

/** November 27, 11:30 PM in Chicago; November 28, 6:30 AM in Berlin. */
const lateInChicago = Date.UTC(2026, 10, 28, 5, 30);

/** As if these columns of the document had been written then. */
function moveTo(time: number, dataDir: string, id: string, columns: string[]): void {
  const sqlite = new Sqlite(join(dataDir, "attestamp.sqlite"));
  for (const column of columns)
    sqlite.prepare(`UPDATE documents SET ${column} = ? WHERE id = ?`).run(time, id);
  sqlite.close();
}

/** The day and the time of the stamp as people write them in this zone. */
async function timeOn(request: APIRequestContext, serialNumber: string, timeZone: string) {
  const time = new Date((await (await request.get(`/api/verify/${serialNumber}`)).json()).processedDate);
  const day = time.toLocaleDateString("en-US", { timeZone, dateStyle: "long" });
  const clock = time.toLocaleTimeString("en-US", { timeZone, timeStyle: "long" }).replaceAll("\u202f", " ");
  return { day, time: `${day}, ${clock}` };
}

test("in another time zone, a project lists a document under the day that its certificate has", async ({
  page,
  folder,
  product,
}) => {
  await openAccount(page.request);
  const stamped = await stampByCall(page.request, join(folder, "Lease.pdf"));
  const waiting = await uploadByCall(page.request, join(folder, "Annex.pdf"));
  moveTo(lateInChicago, product.dataDir, stamped.id, ["processed_at"]);
  moveTo(lateInChicago, product.dataDir, waiting, ["created_at"]);
  const { id } = await (await page.request.post("/api/projects", { data: { name: "House" } })).json();
  const ids = [stamped.id, waiting];
  const moved = await page.request.post(`/api/projects/${id}/entries`, { data: { ids } });
  expect(moved.status()).toBe(200);
  await page.goto(`/projects/${id}`);
  const day = page.getByRole("region", { name: "November 27, 2026, CST" });
  await expect(day.getByRole("listitem")).toHaveCount(2);
  await expect(page.getByText("28, 2026")).toHaveCount(0);
});

test("in another time zone, the title proposed for a collection has the day that its certificate gets", async ({
  page,
}) => {
  await register(page);
  await page.clock.setFixedTime(lateInChicago);
  await page.goto("/collections/new");
  await page.getByLabel("Files to attest").setInputFiles([
    { name: "one.txt", mimeType: "text/plain", buffer: Buffer.from("one") },
    { name: "two.txt", mimeType: "text/plain", buffer: Buffer.from("two") },
  ]);
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Files from November 27, 2026");
});

test("in another time zone, the public page has the time of the stamp and the reader's own", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  const { serialNumber } = await stampByCall(page.request, join(folder, "Lease.pdf"));
  await page.goto(`/verify/${serialNumber}`);
  const { time } = await timeOn(page.request, serialNumber, "America/Chicago");
  await expect(page.getByText(time).first()).toBeVisible();
  await expect(page.getByText(/(GMT\+[12]|CES?T) in your time zone/)).toBeVisible();
});

test("in another time zone, the public page dates a withdrawal in the zone of the stamp", async ({
  page,
  folder,
  product,
}) => {
  await openAccount(page.request);
  const { id, serialNumber } = await stampByCall(page.request, join(folder, "Lease.pdf"));
  expect((await page.request.delete(`/api/documents/${id}`)).status()).toBe(200);
  moveTo(lateInChicago, product.dataDir, id, ["withdrawn_at"]);
  await page.goto(`/verify/${serialNumber}`);
  await expect(page.getByText("Withdrawn by its owner on November 27, 2026, CST")).toBeVisible();
});

test("paper, project, public page and proposed names have one date, in the zone that the account has chosen", async ({
  page,
  folder,
}) => {
  const zone = "Asia/Tokyo";
  await openAccount(page.request);
  await page.goto("/account");
  await page.getByRole("button", { name: "Change: Time zone" }).click();
  await page.getByLabel("Time zone", { exact: true }).selectOption({ label: zone });
  await page.getByRole("button", { name: "Save time zone" }).click();
  await expect(page.getByText(`Your next stamps show the time of ${zone}`)).toBeVisible();
  const { id, serialNumber } = await stampByCall(page.request, join(folder, "Lease.pdf"));
  const { day, time } = await timeOn(page.request, serialNumber, zone);
  const project = await (await page.request.post("/api/projects", { data: { name: "House" } })).json();
  await page.request.post(`/api/projects/${project.id}/entries`, { data: { ids: [id] } });
  await page.goto(`/projects/${project.id}`);
  await expect(page.getByRole("region", { name: `${day}, GMT+9` })).toBeVisible();
  await page.goto(`/verify/${serialNumber}`);
  await expect(page.getByText(time).first()).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: `${time} (` })).toBeVisible();
  await page.clock.setFixedTime(lateInChicago);
  await page.goto("/photographed-pages");
  const blank = sharp({ create: { width: 85, height: 110, channels: 3, background: "white" } });
  const buffer = await blank.png().toBuffer();
  await page.getByLabel("Photos of pages").setInputFiles({ name: "1.png", mimeType: "image/png", buffer });
  await expect(page.getByLabel("Name of the document")).toHaveValue("Pages of November 28, 2026");
});
