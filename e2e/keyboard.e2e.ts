import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { readQrCode } from "../src/testing/qr.ts";
import { pressed } from "./support/attesting.ts";
import { expect, test } from "./support/browser.ts";
import { openAccount } from "./support/calls.ts";
import { printedPdf } from "./support/real-documents.ts";

test("the whole main job can be done with only the keyboard", async ({ page, browser, folder }) => {
  const original = await printedPdf(browser, folder);
  const username = `keys-${crypto.randomUUID().slice(0, 8)}`;
  await page.goto("/");
  await press(page, page.getByRole("button", { name: "Create Account" }).first());
  await expect(page.getByRole("heading", { name: "Create your account" })).toBeFocused();
  await type(page, "First name", "Jane");
  await type(page, "Last name", "Doe");
  await type(page, "Username", username);
  await type(page, "Password", "correct horse");
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Welcome ${username}! You're now logged in.`)).toBeVisible();

  await focus(page, page.getByRole("checkbox", { name: /legal owner/ }));
  await page.keyboard.press("Space");
  await choose(page, page.getByRole("button", { name: /Choose file/ }), original);
  await expect(page.getByRole("heading", { name: "Set up the stamp" })).toBeFocused();
  await press(page, page.locator("summary").filter({ hasText: "More options" }));
  await type(page, /^Other parties/, "Zoë Müller");
  await press(page, page.getByRole("button", { name: "Stamp this document" }));
  await expect(page.getByRole("heading", { name: "Your document is stamped" })).toBeFocused();

  const stamped = await download(page, "Download stamped document", folder);
  const certificate = await download(page, "Download certificate", folder);

  await page.goto(await readQrCode(certificate));
  await choose(page, page.getByRole("button", { name: /Choose a file to check/ }), stamped);
  await expect(page.getByRole("heading", { name: "This is the stamped copy" })).toBeVisible();
});

test("a folder is attested, put into a project and listed in its timeline certificate with only the keyboard", async ({
  page,
  folder,
}) => {
  const shoot = join(folder, "Shoot");
  mkdirSync(shoot);
  for (const name of ["one.jpg", "two.jpg"]) writeFileSync(join(shoot, name), name);
  await openAccount(page.request);
  await page.goto("/collections/new");
  await choose(page, page.getByRole("button", { name: "Choose a folder" }), shoot);
  await expect(page.getByRole("status").filter({ hasText: "2 files ready" })).toBeVisible();
  await focus(page, page.getByLabel("I own these files"));
  await page.keyboard.press("Space");
  await press(page, page.getByRole("button", { name: "Attest 2 files" }));
  await expect(page.getByRole("link", { name: "Certificate", exact: true })).toBeVisible();
  await download(page, "Certificate", folder);
  await press(page, page.getByRole("link", { name: "Open its public page" }));
  await choose(page, page.getByRole("button", { name: "Choose files to check" }), join(shoot, "two.jpg"));
  await expect(page.getByText("The file is in this collection and unchanged.")).toBeVisible();

  await page.goto("/documents");
  await focus(page, page.getByRole("checkbox", { name: "Select Shoot" }));
  await page.keyboard.press("Space");
  await press(page, page.getByRole("button", { name: "Move to project" }));
  await type(page, "Name of the new project", "Wedding");
  await press(page, page.getByRole("button", { name: "Move", exact: true }));
  await expect(page.getByText("1 document moved to Wedding")).toBeVisible();
  await page.goto("/projects");
  await press(page, page.getByRole("link", { name: "Wedding" }));
  await press(page, page.getByRole("button", { name: "Create timeline certificate" }));
  await press(page, page.getByRole("dialog").getByRole("button", { name: "Create", exact: true }));
  await expect(page.getByText("Timeline of Wedding.pdf", { exact: true })).toBeVisible();
});

/** Presses Tab, as a person without a mouse does, until the element has the focus. */
async function focus(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  // Tab skips a disabled button.
  await expect(target).toBeEnabled();
  for (let step = 0; step < 80; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${target}.`);
}

async function press(page: Page, target: Locator): Promise<void> {
  await focus(page, target);
  await page.keyboard.press("Enter");
}

async function type(page: Page, label: string | RegExp, text: string): Promise<void> {
  await focus(page, page.getByLabel(label, { exact: typeof label === "string" }));
  await page.keyboard.type(text);
}

async function choose(page: Page, target: Locator, path: string): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), press(page, target)]);
  await chooser.setFiles(path);
}

async function download(page: Page, name: string, folder: string): Promise<string> {
  const link = page.getByRole("link", { name, exact: true });
  const file = await pressed(page, link, () => press(page, link));
  const path = join(folder, file.suggestedFilename());
  await file.saveAs(path);
  return path;
}
