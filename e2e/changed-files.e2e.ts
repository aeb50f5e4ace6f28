import { appendFileSync, mkdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onePage, register, test, upload } from "./support/browser.ts";

const changed = "This file changed. Please choose it again.";

/** As a person does who edits the file: Chromium notices a change only in another second. */
function saveAgain(path: string): void {
  const { atime, mtimeMs } = statSync(path);
  appendFileSync(path, "% saved again");
  utimesSync(path, atime, new Date(mtimeMs + 60_000));
}

test("a file that is saved again while it waits for a connection is to be chosen again; the others are uploaded", async ({
  page,
  context,
  folder,
}) => {
  await register(page);
  const names = ["first.pdf", "second.pdf", "lease.pdf", "receipt.pdf"];
  const [first = "", second = "", lease = "", receipt = ""] = await Promise.all(
    names.map((name) => onePage(folder, name)),
  );
  const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await page.getByRole("checkbox", { name: /legal owner/ }).check();
  const input = page.getByLabel("Document to upload");
  await input.setInputFiles([first, second]);
  await expect(page.getByText("2 uploaded, not stamped yet")).toBeVisible();
  await context.setOffline(true);
  await input.setInputFiles([lease, receipt]);
  await expect(page.getByText("2 waiting for a connection")).toBeVisible();
  saveAgain(lease);
  await context.setOffline(false);
  await expect(page.getByText("3 uploaded, not stamped yet · 1 failed")).toBeVisible();
  await expect(row("lease.pdf")).toContainText(changed);
  await expect(page.getByRole("button", { name: "Upload lease.pdf again" })).toHaveCount(0);
  await page.getByRole("button", { name: "Remove lease.pdf from the list" }).click();
  await input.setInputFiles(lease);
  await expect(page.getByText("4 uploaded, not stamped yet")).toBeVisible();
});

test("a file that is saved again after a lost connection is to be chosen again when it is retried", async ({
  page,
  folder,
}) => {
  await register(page);
  const [lease, receipt] = [await onePage(folder, "lease.pdf"), await onePage(folder, "receipt.pdf")];
  await page.route("**/api/documents/upload", (route) => route.abort(), { times: 1 });
  await upload(page, [lease, receipt]);
  const row = page.getByRole("listitem").filter({ hasText: "lease.pdf" });
  await expect(row).toContainText("You lost your connection.");
  saveAgain(lease);
  await page.getByRole("button", { name: "Upload lease.pdf again" }).click();
  await expect(row).toContainText(changed);
  await expect(row).not.toContainText("You lost your connection.");
});

test("a single file that is saved again before it is sent is to be chosen again", async ({
  page,
  folder,
}) => {
  await register(page);
  const lease = await onePage(folder);
  await page.exposeFunction("saveAgain", () => saveAgain(lease));
  await page.evaluate(() => {
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      XMLHttpRequest.prototype.send = send;
      void Reflect.get(window, "saveAgain")().then(() => send.call(this, body));
    };
  });
  await upload(page, lease);
  await expect(page.getByText(changed).first()).toBeVisible();
  await expect(page.getByText("You lost your connection")).toHaveCount(0);
});

test("a file of a collection that is saved again while the files are read is named, and can be chosen again", async ({
  page,
  folder,
}) => {
  await register(page, "/collections/new");
  const photos = join(folder, "Photos");
  mkdirSync(photos);
  const names = ["a.jpg", "b.jpg"].map((name) => join(photos, name));
  for (const name of names) writeFileSync(name, name);
  await page.route(/hash-worker/, async (route) => {
    saveAgain(join(photos, "b.jpg"));
    await route.continue();
  });
  await page.getByLabel("Files to attest").setInputFiles(names);
  const notice = page.getByRole("alert").filter({ hasText: "1 file was changed, moved or deleted" });
  await expect(notice).toContainText("b.jpg");
  await page.unroute(/hash-worker/);
  await page.getByLabel("Files to attest").setInputFiles(names);
  await expect(page.getByRole("status").filter({ hasText: "2 files ready" })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test("a file that is saved again before the verification page has read it is to be chosen again", async ({
  page,
  folder,
}) => {
  const lease = await onePage(folder);
  const chosen = Promise.withResolvers<void>();
  await page.route(/verify-worker/, async (route) => {
    await chosen.promise;
    await route.continue();
  });
  await page.goto("/verify/AT-00000-00000-00000-00000");
  await page.getByLabel("Choose a file to check").last().setInputFiles(lease);
  saveAgain(lease);
  chosen.resolve();
  const result = page.getByRole("region", { name: /^Do you have/ });
  await expect(result).toContainText("Couldn't read lease.pdf. If it changed, please choose it again.");
});
