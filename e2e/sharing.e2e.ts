import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { expectAccessible } from "./support/axe.ts";
import { expect, register, test } from "./support/browser.ts";
import { stampByCall } from "./support/calls.ts";

/** A contractor's project with two stamped documents, opened in the browser. */
async function openProject(page: Page, folder: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await register(page);
  const ids: string[] = [];
  for (const name of ["Before.pdf", "After.pdf"])
    ids.push((await stampByCall(page.request, join(folder, name))).id);
  const { id } = await (await page.request.post("/api/projects", { data: { name: "12 Oak Street" } })).json();
  await page.request.post(`/api/projects/${id}/entries`, { data: { ids } });
  await page.goto(`/projects/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: "12 Oak Street" })).toBeVisible();
}

const documents = (page: Page) => page.getByRole("region", { name: "Documents" });

test("a contractor shares a project with a password, a client opens it and downloads, and the contractor sees the visit and ends the share", async ({
  page,
  folder,
  browser,
}) => {
  await openProject(page, folder);
  await page.getByRole("button", { name: "Create link" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Link name").fill("Mr. Smith");
  await dialog.getByLabel("Password").fill("short");
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByText("please use at least 8 characters")).toBeVisible();
  await dialog.getByLabel("Password").fill("open sesame");
  await dialog.getByLabel("Allowed downloads").selectOption("everything");
  await expectAccessible(page, "dialog for a link", "dialog");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const url = await dialog.getByLabel("Link", { exact: true }).inputValue();
  await expectAccessible(page, "a new link", "dialog");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("No one has opened it yet.")).toBeVisible();

  const context = await browser.newContext({
    reducedMotion: "reduce",
    viewport: { width: 360, height: 800 },
  });
  const client = await context.newPage();
  // A link of an earlier version works, and its token leaves the path.
  await client.goto(url.replace("#", "/"));
  await expect(client.getByRole("heading", { level: 1 })).toHaveText("This project has a password");
  await expect(client).toHaveURL(url);
  await expectAccessible(client, "a link with a password");
  await client.getByLabel("Password", { exact: true }).fill("open sesami");
  await client.getByRole("button", { name: "Open", exact: true }).click();
  await expect(client.getByRole("alert").filter({ hasText: "This password is not correct." })).toBeVisible();
  await client.getByLabel("Password", { exact: true }).fill("open sesame");
  await client.keyboard.press("Enter");
  await expect(client.getByRole("heading", { level: 1 })).toHaveText("12 Oak Street");
  await expect(client.getByText("This password is not correct.")).toHaveCount(0);
  await expect(documents(client).getByRole("listitem")).toHaveCount(2);
  await expect(client.getByText("From Jane Doe (as stated by the account, not checked)")).toBeVisible();
  for (const row of await documents(client).getByRole("listitem").all()) {
    await row.scrollIntoViewIfNeeded();
    await expect(row.locator("img")).toHaveJSProperty("naturalHeight", 192);
    await expect(row.getByRole("button")).toHaveText(["Stamped copy", "Certificate"]);
    await expect(row.getByText("SHA-256 of the stamped copy")).toBeHidden();
  }
  await expectAccessible(client, "a shared project");
  const scrolls = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
  expect(await client.evaluate(scrolls)).toBe(false);
  expect(await client.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");

  const copy = client.waitForEvent("download");
  await client.getByRole("button", { name: "Download the stamped copy of Before.pdf" }).click();
  expect((await copy).suggestedFilename()).toBe("Stamped_Before.pdf");
  const zip = client.waitForEvent("download");
  await client.getByRole("button", { name: "Download all as ZIP" }).click();
  const files = unzipSync(new Uint8Array(readFileSync(await (await zip).path())));
  const packs = Object.keys(files).filter((name) => name.startsWith("Evidence_"));
  expect(packs.toSorted()).toEqual(["Evidence_After.zip", "Evidence_Before.zip"]);
  expect(Object.keys(files)).toHaveLength(6);
  await documents(client).getByText("Serial number and fingerprint: After.pdf").click();
  const fingerprints = documents(client).getByText(/^SHA-256 of the stamped copy: [0-9a-f]{64}$/);
  await expect(fingerprints.filter({ visible: true })).toHaveCount(1);
  const pack = client.waitForEvent("download");
  await client.getByRole("button", { name: "Download the evidence pack of After.pdf" }).click();
  expect((await pack).suggestedFilename()).toMatch(/\.zip$/);

  await page.reload();
  await expect(page.getByText("Opened once")).toBeVisible();
  await expect(page.getByText("Chrome on Linux")).toBeVisible();
  await expectAccessible(page, "a project with links");
  await page.getByRole("button", { name: "End link: Mr. Smith" }).click();
  await expect(page.getByText("Ended", { exact: true })).toBeVisible();
  await client.getByRole("button", { name: "Download all as ZIP" }).click();
  await expect(client.getByRole("heading", { level: 1 })).toHaveText("This link does not work");
  await client.goto(url);
  await expect(client.getByRole("heading", { level: 1 })).toHaveText("This link does not work");
  await expectAccessible(client, "a link that has ended");
  await context.close();
});

test("a guest who downloads a document that has left the shared project, or was withdrawn, reads that, also after reloading", async ({
  page,
  folder,
  browser,
}) => {
  await openProject(page, folder);
  const project = `/api${new URL(page.url()).pathname}`;
  const { url } = await (await page.request.post(`${project}/shares`, { data: {} })).json();
  const { entries } = await (await page.request.get(project)).json();
  const ids: string[] = entries.map(({ document }: { document: { id: string } }) => document.id);
  const leave = [
    () => page.request.delete("/api/project-entries", { data: { ids: ids.slice(0, 1) } }),
    () => page.request.delete(`/api/documents/${ids[1]}`),
  ];
  const guest = await (await browser.newContext()).newPage();
  for (const leaves of leave) {
    await guest.goto(url);
    const download = guest.getByRole("button", { name: /^Download the stamped copy/ }).first();
    await expect(download).toBeVisible();
    expect((await leaves()).status()).toBe(200);
    await download.click();
    await expect(guest.getByRole("heading", { level: 1 })).toHaveText("This can't be downloaded");
    await guest.reload();
    const reason = guest.getByText("This document was withdrawn or is no longer in the project.");
    await expect(reason).toBeVisible();
    await expect(guest.getByText(/^Your link still works/)).toBeVisible();
  }
  await guest.goto(url);
  await expect(guest.getByText("No document in this project is stamped yet.")).toBeVisible();
  await guest.goto("/api/share/download");
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("This link does not work");
  await guest.context().close();
});

test("a shared project can be read and left with the keyboard alone, and nothing is cut off at 400 percent zoom", async ({
  page,
  folder,
}) => {
  await openProject(page, folder);
  const made = await page.request.post(`/api${new URL(page.url()).pathname}/shares`, { data: {} });
  const { url } = await made.json();
  // 1280 px at 400 percent (WCAG 2.2, 1.4.10).
  await page.setViewportSize({ width: 320, height: 256 });
  const scrolls = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
  for (const address of ["/projects", new URL(page.url()).pathname, url]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect([address, await page.evaluate(scrolls)]).toEqual([address, false]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  const wanted = ["Download all as ZIP", "Verify Before.pdf", "Download the certificate of After.pdf"];
  const reached = new Set<string>();
  for (let press = 0; press < 40; press++) {
    await page.keyboard.press("Tab");
    const name = () =>
      document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent;
    reached.add((await page.evaluate(name)) ?? "");
  }
  expect(wanted.filter((name) => !reached.has(name))).toEqual([]);
});

test("a client acknowledges a project by the link in an email, and it becomes an entry of the project", async ({
  page,
  folder,
  browser,
  product,
}) => {
  await openProject(page, folder);
  await page.getByRole("button", { name: "Ask for “I have seen this”" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Recipient email").fill("smith@example.org");
  await dialog.getByLabel("Recipient name").fill("Bob Smith");
  await expectAccessible(page, "dialog for an acknowledgment", "dialog");
  await dialog.getByRole("button", { name: "Create link" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Link for smith@example.org")).toBeVisible();
  await expect(page.getByText("Not acknowledged yet.")).toBeVisible();

  const outbox = join(product.dataDir, "outbox");
  const mails = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), "utf8"));
  const mail = mails.find((text) => text.includes("smith@example.org")) ?? "";
  const path = /\/share#[\w-]{43}/.exec(mail.replace(/=\r?\n/g, ""))?.[0] ?? "";
  const context = await browser.newContext({ baseURL: product.origin, reducedMotion: "reduce" });
  const client = await context.newPage();
  // The period of a sentence that the link ended, as people copy it.
  await client.goto(`${path}.`);
  await expect(client.getByRole("heading", { name: "Have you seen this?" })).toBeVisible();
  await expect(client.getByLabel("Your name")).toHaveValue("Bob Smith");
  await expectAccessible(client, "a project to acknowledge");
  const asked = await client.getByRole("button", { name: "I have seen this" }).boundingBox();
  const listed = await documents(client).boundingBox();
  expect(asked?.y).toBeLessThan(listed?.y ?? 0);
  await client.getByLabel("Message").fill("Thank you, the roof is fine.");
  const { id } = await stampByCall(page.request, join(folder, "Roof.pdf"));
  const project = new URL(page.url()).pathname;
  await page.request.post(`/api${project}/entries`, { data: { ids: [id] } });
  await client.getByRole("button", { name: "I have seen this" }).click();
  await expect(client.getByText("Nothing was recorded: the documents changed")).toBeVisible();
  await expect(documents(client)).toContainText("Roof.pdf");
  await client.getByRole("button", { name: "I have seen this" }).click();
  await expect(client.getByText(/“I have seen this” was recorded for Bob Smith on/)).toBeVisible();
  await client.reload();
  await expect(client.getByText(/“I have seen this” was recorded for Bob Smith on/)).toBeVisible();
  await expect(client.getByRole("button", { name: "I have seen this" })).toHaveCount(0);
  await context.close();

  await page.reload();
  await expect(page.getByText(/“I have seen this”: Bob Smith,/)).toBeVisible();
  await expect(page.getByText("Message: Thank you, the roof is fine.")).toBeVisible();
  const entry = page.getByRole("listitem").filter({ hasText: "Acknowledgment by Bob Smith.pdf" });
  await expect(entry.getByText("Completed")).toBeVisible();
  await entry.getByRole("link", { name: /^AT-/ }).click();
  await expect(page.getByText(/^This is an acknowledgment: someone who had the link/)).toBeVisible();
});
