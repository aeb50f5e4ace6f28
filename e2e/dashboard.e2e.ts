import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expectAccessible } from "./support/axe.ts";
import {
  expect,
  expectStamped,
  onePage,
  openMoreOptions,
  register,
  test,
  upload,
  uploadAndStart,
} from "./support/browser.ts";
import { openAccount, stampByCall, stampUploaded, uploadByCall } from "./support/calls.ts";

const confirmOwnership = (page: Page) => page.getByRole("checkbox", { name: /legal owner/ }).check();
const choose = (page: Page, paths: string | string[]) =>
  page.getByLabel("Document to upload").setInputFiles(paths);
const queueRow = (page: Page, name: string) =>
  page.getByRole("region", { name: "Your files" }).getByRole("listitem").filter({ hasText: name });
const rowOf = (page: Page, name: string) =>
  page.getByRole("region", { name: "Recent Documents" }).getByRole("listitem").filter({ hasText: name });
const heading = (page: Page, name: string) => page.getByRole("heading", { name });

/** Pastes a small PNG, as a browser does with a screenshot. */
async function pastePicture(page: Page): Promise<void> {
  const png = await sharp({ create: { width: 300, height: 300, channels: 3, background: "white" } })
    .png()
    .toBuffer();
  await page.evaluate(
    (bytes) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([Uint8Array.from(bytes)], "screen.png", { type: "image/png" }));
      const paste = { clipboardData, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new ClipboardEvent("paste", paste));
    },
    [...png],
  );
}

/** Drops files on the upload zone, as a file manager does. */
async function dropFiles(page: Page, paths: string[]): Promise<void> {
  const files = paths.map((path) => ({ name: basename(path), bytes: [...readFileSync(path)] }));
  const dataTransfer = await page.evaluateHandle((dropped) => {
    const transfer = new DataTransfer();
    for (const { name, bytes } of dropped) transfer.items.add(new File([Uint8Array.from(bytes)], name));
    return transfer;
  }, files);
  await page.getByRole("button", { name: /Choose file/ }).dispatchEvent("drop", { dataTransfer });
}

/** Counts the calls to one address of the product. */
function countCalls(page: Page, part: string): { count: number } {
  const calls = { count: 0 };
  page.on("request", (request) => {
    if (request.url().includes(part)) calls.count += 1;
  });
  return calls;
}

/** Makes the server report this status for every finished document until it is released. */
async function holdStatus(page: Page, status: string): Promise<{ release: () => void }> {
  const calls = /\/api\/trpc\/.*documents\.(?:list|get|process)/;
  let isHeld = true;
  await page.route(calls, async (route) => {
    if (!isHeld) return route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('"status":"completed"', `"status":"${status}"`);
    await route.fulfill({ response, body });
  });
  // The route stays: removing it would answer a call in progress a second time.
  return {
    release() {
      isHeld = false;
    },
  };
}

test.describe("workflow", () => {
  test("a job that runs while the page is reloaded is picked up and completed [spec 2 process-another]", async ({
    page,
    folder,
  }) => {
    await register(page);
    await upload(page, await onePage(folder));
    const stillRunning = await holdStatus(page, "processing");
    await page.getByRole("button", { name: "Stamp this document" }).click();
    await expect(heading(page, "Stamping your document")).toBeVisible();
    await page.reload();
    await expect(heading(page, "Stamping your document")).toBeVisible();
    const bar = page.getByRole("progressbar", { name: "Processing" });
    await expect(bar).toHaveAttribute("aria-valuenow", "65");
    await expect(page.getByText("Adding timestamps to pages...")).toBeVisible();
    await expect(page.getByText("You can upload the next document when this one is done.")).toBeVisible();
    stillRunning.release();
    await expect(heading(page, "Your document is stamped")).toBeVisible({ timeout: 60_000 });
    await page.getByRole("button", { name: "Process Another Document" }).click();
    await expect(heading(page, "Upload a document")).toBeFocused();
  });

  test("a document that cannot be stamped says why, and Try Again leads back to the upload [spec 2 processing-error]", async ({
    page,
    folder,
  }) => {
    await register(page);
    const path = join(folder, "broken.pdf");
    writeFileSync(path, "%PDF-1.7\nthis was a document once\n%%EOF\n");
    await uploadAndStart(page, path);
    await expect(heading(page, "Processing Error")).toBeVisible();
    const panel = page.getByRole("region", { name: "Processing Error" });
    await expect(panel).toContainText("broken.pdf");
    await expect(panel.getByRole("alert")).toHaveText(/\S.*\.$/);
    await expect(panel.getByRole("link", { name: "Ask support" })).toHaveAttribute("href", /^\/support/);
    await expect(page.getByText("To upload a document, choose “Try Again”.")).toBeVisible();
    await expect(rowOf(page, "broken.pdf")).toContainText("Failed");
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(heading(page, "Upload a document")).toBeFocused();
    await expect(heading(page, "Processing Error")).toHaveCount(0);
    await expect(page.getByRole("checkbox", { name: /legal owner/ })).toBeChecked();
    await rowOf(page, "broken.pdf").getByRole("button", { name: "Try again with broken.pdf" }).click();
    await expect(heading(page, "Set up the stamp")).toBeFocused();
  });

  test("what was typed to set up a document is there again after the session has ended, until the document is stamped", async ({
    page,
    folder,
  }) => {
    const { username, password } = await openAccount(page.request);
    const id = await uploadByCall(page.request, await onePage(folder));
    await page.goto(`/?document=${id}`);
    await openMoreOptions(page);
    await page.getByLabel(/^Other parties/).fill("Zoë Müller");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Stamp this document" }).click();
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.locator("form").getByRole("button", { name: "Log In" }).click();
    await expect(heading(page, "Recent Documents")).toBeVisible();
    await page.goto(`/?document=${id}`);
    await expect(page.getByLabel(/^Other parties/)).toHaveValue("Zoë Müller");
    const kept = () => page.evaluate(() => sessionStorage.getItem("drafts"));
    expect(await kept()).toContain("Zoë Müller");
    await page.getByRole("button", { name: "Stamp this document" }).click();
    await expectStamped(page);
    expect(await kept()).toBeNull();
    const document = await (await page.request.get(`/api/documents/${id}`)).json();
    expect(document.timestampConfig.otherParties).toBe("Zoë Müller");
  });

  test("processing: a start that fails without a message says 'Failed to start processing' [spec 8 processing-start]", async ({
    page,
    folder,
  }) => {
    await register(page);
    await upload(page, await onePage(folder));
    await page.route(/documents\.start/, (route) => route.abort());
    await page.getByRole("button", { name: "Stamp this document" }).click();
    await expect(page.getByText("Processing failed", { exact: true })).toBeVisible();
    await expect(page.getByText("Failed to start processing").first()).toBeVisible();
    await expect(heading(page, "Processing Error")).toBeVisible();
  });

  test("processing: a lost connection is reported, and polling continues [spec 8 processing-polling]", async ({
    page,
    folder,
  }) => {
    await page.clock.install();
    await register(page);
    await upload(page, await onePage(folder));
    const stillRunning = await holdStatus(page, "processing");
    await page.getByRole("button", { name: "Stamp this document" }).click();
    await expect(heading(page, "Stamping your document")).toBeVisible();
    await page.route(/documents\.get/, (route) => route.abort(), { times: 2 });
    await expect(page.getByText("Failed to check processing status")).toBeVisible();
    await expect(heading(page, "Stamping your document")).toBeVisible();
    stillRunning.release();
    await expect(heading(page, "Your document is stamped")).toBeVisible();
  });

  test("processing: a refused look at the status says the server's reason, and polling continues [spec 8 processing-polling]", async ({
    page,
    folder,
  }) => {
    await page.clock.install();
    await register(page);
    await upload(page, await onePage(folder));
    const stillRunning = await holdStatus(page, "processing");
    await page.getByRole("button", { name: "Stamp this document" }).click();
    await expect(heading(page, "Stamping your document")).toBeVisible();
    const error = { message: "The database is busy.", code: -32603, data: { httpStatus: 503 } };
    await page.route(/trpc\/documents\.get\?/, (route) => route.fulfill({ status: 503, json: [{ error }] }), {
      times: 1,
    });
    await expect(page.getByText("Failed to check processing status")).toBeVisible();
    await expect(page.getByText("The database is busy.")).toBeVisible();
    await expect(heading(page, "Stamping your document")).toBeVisible();
    stillRunning.release();
    await expect(heading(page, "Your document is stamped")).toBeVisible();
  });
});

test.describe("upload", () => {
  test("without the checkbox nothing is sent, and the reason is shown [spec 5 ownership]", async ({
    page,
    folder,
  }) => {
    await register(page);
    const uploads = countCalls(page, "/api/documents/upload");
    await page.getByRole("button", { name: /Choose file/ }).press("Enter");
    await expect(page.getByRole("alert")).toHaveText("Please confirm ownership validation before uploading.");
    await choose(page, await onePage(folder));
    await expect(page.getByText("Upload failed").first()).toBeVisible();
    await confirmOwnership(page);
    await expect(page.getByRole("alert")).toHaveCount(0);
    expect(uploads.count).toBe(0);
  });

  test("a file of another type and one above 50 MB are refused before anything is sent [spec 5 refusals-screen]", async ({
    page,
    folder,
  }) => {
    await register(page);
    const uploads = countCalls(page, "/api/documents/upload");
    await confirmOwnership(page);
    const program = join(folder, "setup.exe");
    writeFileSync(program, "MZ");
    await choose(page, program);
    await expect(
      page.getByText("Unsupported file type. Please upload PDF, DOCX, or image files."),
    ).toBeVisible();
    const large = join(folder, "large.pdf");
    writeFileSync(large, "%PDF-1.7");
    truncateSync(large, 50 * 1024 * 1024 + 1);
    await choose(page, large);
    await expect(page.getByText("File size exceeds 50MB limit")).toBeVisible();
    await expect(page.getByText("Upload failed").first()).toBeVisible();
    await expect(heading(page, "Upload a document")).toBeVisible();
    expect(uploads.count).toBe(0);
  });

  test("a file that is a PDF only by its name is refused by the server with the same message [spec 8 upload]", async ({
    page,
    folder,
  }) => {
    await register(page);
    const path = join(folder, "music.pdf");
    writeFileSync(path, "ID3 no document at all");
    await upload(page, path);
    await expect(heading(page, "Processing Error")).toBeVisible();
    await expect(
      page.getByRole("alert").getByText("Unsupported file type. Please upload PDF, DOCX, or image files."),
    ).toBeVisible();
  });

  test("a picture is pasted from the clipboard; without the checkbox the page only says what is missing", async ({
    page,
  }) => {
    await register(page);
    const uploads = countCalls(page, "/api/documents/upload");
    await expect(heading(page, "Upload a document")).toBeVisible();
    await expect(page.getByRole("button", { name: "Take a photo" })).toBeHidden();
    await pastePicture(page);
    await expect(page.getByRole("alert")).toHaveText("Please confirm ownership validation before uploading.");
    expect(uploads.count).toBe(0);
    await confirmOwnership(page);
    await pastePicture(page);
    await expect(heading(page, "Set up the stamp")).toBeFocused();
    await expect(rowOf(page, "screen.png")).toBeVisible();
    expect(uploads.count).toBe(1);
  });

  test("leaving during an upload asks first, unless the upload ends, and it can be canceled; the zone is back and the list stays empty", async ({
    page,
    folder,
  }) => {
    await register(page);
    await confirmOwnership(page);
    const network = await page.context().newCDPSession(page);
    await network.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 200_000,
    });
    const path = join(folder, "scan.pdf");
    writeFileSync(path, "%PDF-1.7");
    truncateSync(path, 8 * 1024 * 1024);
    await choose(page, path);
    const bar = page.getByRole("progressbar", { name: "Upload" });
    await expect(bar).toBeVisible();
    await expect.poll(async () => Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(1);
    await expect(page.getByText("Uploading scan.pdf").first()).toBeVisible();
    await page.getByRole("link", { name: "FAQ" }).first().click();
    await page.getByRole("dialog", { name: "Leave this page?" }).getByText("Stay").click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByText("Upload canceled")).toBeVisible();
    await expect(page.getByRole("button", { name: /Choose file/ })).toBeVisible();
    await expect(heading(page, "Processing Error")).toHaveCount(0);
    const documents = await page.request.get("/api/documents");
    expect(await documents.json()).toEqual([]);

    let fail = () => {};
    const failure = new Promise<void>((resolve) => (fail = resolve));
    await page.route("**/api/documents/upload", (route) => failure.then(() => route.abort()));
    await page.getByRole("link", { name: "FAQ" }).first().click();
    await page.getByRole("link", { name: "Attestamp, home" }).click();
    await confirmOwnership(page);
    await choose(page, path);
    await expect(bar).toBeVisible();
    await page.evaluate(() => history.back());
    await expect(page.getByRole("dialog", { name: "Leave this page?" })).toBeVisible();
    fail();
    await expect(heading(page, "Processing Error")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL("/");
  });
});

test.describe("several files at the same time", () => {
  test("each becomes a separate document; errors are shown in their rows, and all are stamped with one click [spec 5 several-files]", async ({
    page,
    folder,
  }) => {
    await register(page);
    await page.route("**/api/documents/upload", (route) => route.abort(), { times: 1 });
    const program = join(folder, "setup.exe");
    writeFileSync(program, "MZ");
    const names = ["hotel.pdf", "taxi.pdf", "lunch.pdf", "train.pdf"];
    const [hotel = "", ...others] = await Promise.all(names.map((name) => onePage(folder, name)));
    await confirmOwnership(page);
    await choose(page, [hotel, program, ...others]);
    await expect(heading(page, "Your files")).toBeFocused();
    await expect(page.getByText("3 uploaded, not stamped yet · 2 failed")).toBeVisible();
    await expect(queueRow(page, "hotel.pdf")).toContainText("You lost your connection.");
    await expect(queueRow(page, "setup.exe")).toContainText("Unsupported file type.");
    const noDocument = { contentType: "text/html", body: "<p>Please sign in to this network.</p>" };
    await page.route("**/api/documents/upload", (route) => route.fulfill(noDocument), { times: 1 });
    await page.getByRole("button", { name: "Upload hotel.pdf again" }).click();
    await page.getByRole("button", { name: "Upload hotel.pdf again" }).click();
    await page.getByRole("button", { name: "Remove setup.exe from the list" }).click();
    await expect(heading(page, "Your files")).toBeFocused();
    await expect(page.getByText("Your plan has 3 left")).toBeVisible();
    // A file that waits in this list is not in the other one as well.
    await expect(page.getByRole("region", { name: "Recent Documents" })).toContainText(
      "Your documents are in the list above.",
    );
    await expectAccessible(page, "several files", "section[aria-labelledby=queue-title]");
    await page.getByRole("button", { name: "Stamp all 4 documents" }).click();
    await expect(page.getByText("3 stamped · 1 uploaded, not stamped yet")).toBeVisible();
    for (const name of ["hotel.pdf", "taxi.pdf", "lunch.pdf"])
      await expect(queueRow(page, name)).toContainText(/AT-.*Completed/);
    await expect(rowOf(page, "taxi.pdf")).toContainText("Completed");
    await expect(rowOf(page, "train.pdf")).toHaveCount(0);
    // Nobody can pay here.
    await expect(queueRow(page, "train.pdf")).toContainText("ask its administrator");
    const documents: { serialNumber: string }[] = await (await page.request.get("/api/documents")).json();
    expect(new Set(documents.map(({ serialNumber }) => serialNumber)).size).toBe(4);
  });

  test("while files wait in the list of several, Recent Documents still shows the ten newest others", async ({
    page,
    folder,
  }) => {
    await openAccount(page.request);
    for (let number = 1; number <= 11; number += 1)
      await uploadByCall(page.request, join(folder, `old ${number}.pdf`));
    await page.goto("/");
    const recent = page.getByRole("region", { name: "Recent Documents" });
    await confirmOwnership(page);
    await choose(page, [await onePage(folder, "new 1.pdf"), await onePage(folder, "new 2.pdf")]);
    await expect(page.getByText("2 uploaded, not stamped yet")).toBeVisible();
    await expect(recent.getByText(/^old \d+\.pdf$/)).toHaveText(
      Array.from({ length: 10 }, (_, at) => `old ${11 - at}.pdf`),
    );
    await expect(recent.getByText(/^new/)).toHaveCount(0);
    await recent.getByRole("button", { name: "Show older" }).click();
    await expect(recent.getByText(/^old \d+\.pdf$/)).toHaveCount(11);
  });

  test("a single dropped file is handled alone; leaving while several are uploading asks first", async ({
    page,
    folder,
  }) => {
    await register(page);
    const [one, two] = [await onePage(folder, "one.pdf"), await onePage(folder, "two.pdf")];
    await confirmOwnership(page);
    await dropFiles(page, [one]);
    await expect(heading(page, "Set up the stamp")).toBeFocused();
    await page.getByRole("button", { name: "Choose another file" }).click();
    await confirmOwnership(page);
    const held = Promise.withResolvers<void>();
    await page.route("**/api/documents/upload", async (route) => {
      await held.promise;
      await route.continue().catch(() => undefined);
    });
    const uploads = countCalls(page, "/api/documents/upload");
    await dropFiles(page, [one, two]);
    await expect(page.getByText("Uploading 1 of 2")).toBeVisible();
    await expect(queueRow(page, "two.pdf")).toContainText("Waiting");
    await expect.poll(() => uploads.count).toBe(1);
    await page.getByRole("link", { name: "FAQ" }).first().click();
    await expect(page.getByRole("dialog", { name: "Leave this page?" })).toBeVisible();
    await page.getByRole("dialog").getByText("Stay").click();
    await page.getByRole("button", { name: "Cancel the upload of one.pdf" }).click();
    await expect(queueRow(page, "one.pdf")).toHaveCount(0);
    held.resolve();
    await page.getByRole("button", { name: "Set up the stamp for two.pdf" }).click();
    await expect(heading(page, "Set up the stamp")).toBeFocused();
    await expect(queueRow(page, "two.pdf")).toContainText("Setting up");
  });
});

test.describe("delete", () => {
  async function uploaded(page: Page, folder: string) {
    await register(page);
    await upload(page, await onePage(folder));
    await expect(heading(page, "Set up the stamp")).toBeVisible();
    await page.getByRole("button", { name: "Choose another file" }).click();
    const row = rowOf(page, "lease.pdf");
    await expect(row).toBeVisible();
    return { row, deletions: countCalls(page, "/api/documents/delete") };
  }
  const deletedToast = (page: Page) => page.getByRole("listitem").filter({ hasText: "Document deleted" });
  const remove = async (page: Page) => {
    await page.getByRole("button", { name: "More for lease.pdf" }).click();
    await page.getByRole("button", { name: "Delete lease.pdf" }).click();
  };

  /** Stops the page's clock and deletes the document, so that the toast stays however slow the machine is. */
  async function removeAtStoppedClock(page: Page) {
    await page.clock.pauseAt(Date.now() + 60_000);
    await remove(page);
    // The toast of the upload is gone by then.
    await page.clock.runFor(500);
    await expect(page.locator("[data-sonner-toast]")).toHaveCount(1);
  }

  test("Undo keeps the document, however long the toast was hovered before", async ({ page, folder }) => {
    await page.clock.install();
    const { row, deletions } = await uploaded(page, folder);
    await removeAtStoppedClock(page);
    await expect(row).toHaveCount(0);
    await deletedToast(page).hover();
    await expect(deletedToast(page)).toHaveAttribute("data-expanded", "true");
    await page.clock.runFor(6_500);
    expect(deletions.count).toBe(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(row).toBeVisible();
    await page.clock.runFor(6_500);
    expect(deletions.count).toBe(0);
    await page.clock.resume();
    await page.reload();
    await expect(row).toBeVisible();
  });

  test("without Undo the document is permanently deleted, with one call [spec 2 history-delete]", async ({
    page,
    folder,
  }) => {
    await page.clock.install();
    const { row, deletions } = await uploaded(page, folder);
    await removeAtStoppedClock(page);
    await expect(page.getByText("Document deleted")).toBeVisible();
    await page.mouse.move(0, 0);
    await page.clock.runFor(5_500);
    await expect.poll(() => deletions.count).toBe(1);
    await expect(page.getByText("Document deleted")).toHaveCount(0);
    await page.clock.resume();
    await page.reload();
    await expect(page.getByText("No documents yet")).toBeVisible();
    await expect(row).toHaveCount(0);
    expect(deletions.count).toBe(1);
  });

  test("closing the page while Undo is shown deletes nothing before its time: Undo appears again", async ({
    page,
    folder,
  }) => {
    const { row, deletions } = await uploaded(page, folder);
    await remove(page);
    await expect(row).toHaveCount(0);
    await page.reload();
    await expect(deletedToast(page)).toBeVisible();
    await expect(page.getByText("No documents yet")).toBeVisible();
    expect(deletions.count).toBe(0);
    await deletedToast(page).getByRole("button", { name: "Undo" }).click();
    await expect(row).toBeVisible();
    await page.reload();
    await expect(row).toBeVisible();
    expect(deletions.count).toBe(0);
  });

  test("a document that is stamped on another device while Undo is shown stays, and the page says why", async ({
    page,
    folder,
  }) => {
    await page.clock.install();
    const { row, deletions } = await uploaded(page, folder);
    await removeAtStoppedClock(page);
    const [{ id }] = await (await page.request.get("/api/documents")).json();
    await stampUploaded(page.request, id);
    await page.clock.runFor(6_500);
    await expect.poll(() => deletions.count).toBe(1);
    await page.clock.resume();
    await expect(page.getByText("“lease.pdf” was stamped or changed")).toBeVisible();
    await expect(row).toContainText("Completed");
    await page.reload();
    await expect(row).toContainText("Completed");
  });

  test("a deletion that an earlier visit left says so, and deletes nothing that was stamped since then", async ({
    page,
    folder,
  }) => {
    const { row, deletions } = await uploaded(page, folder);
    await remove(page);
    await expect(row).toHaveCount(0);
    await page.goto("about:blank");
    const [{ id }] = await (await page.request.get("/api/documents")).json();
    await stampUploaded(page.request, id);
    // The toast may come and go before all of the page is loaded.
    await page.goto("/", { waitUntil: "commit" });
    await expect(deletedToast(page)).toContainText("before this page was opened");
    await expect.poll(() => deletions.count).toBe(1);
    await expect(page.getByText("“lease.pdf” was stamped or changed")).toBeVisible();
    await expect(row).toContainText("Completed");
  });

  test("a deleted document does not come back after visiting another page", async ({ page, folder }) => {
    await page.clock.install();
    const { row } = await uploaded(page, folder);
    await removeAtStoppedClock(page);
    await page.getByRole("link", { name: "FAQ" }).first().click();
    await expect(page).toHaveURL(/\/faq$/);
    await page.goBack();
    await expect(heading(page, "Recent Documents")).toBeVisible();
    // Long before the list is polled.
    await expect
      .poll(async () => {
        await page.clock.runFor(20);
        return row.count();
      })
      .toBe(0);
    await expect(page.getByText("No documents yet")).toBeVisible();
  });

  test("more deletions than one call takes, left by earlier visits, are all carried out", async ({
    page,
    folder,
  }) => {
    const { username } = await openAccount(page.request);
    const id = await uploadByCall(page.request, join(folder, "lease.pdf"));
    await page.goto("/");
    const ids = [...Array.from({ length: 1001 }, (_, at) => `long-gone-${at}`), id];
    const stamped = ids.map((id) => ({ id, status: "completed" }));
    await page.evaluate((waiting) => localStorage.setItem("documents-to-delete", JSON.stringify(waiting)), {
      [username]: stamped,
    });
    await page.reload();
    const toast = page.locator("[data-sonner-toast]").filter({ hasText: /1,?002 documents deleted/ });
    await toast.getByRole("button", { name: "Close notification" }).click();
    await expect.poll(async () => (await page.request.get("/api/documents")).json()).toEqual([]);
    await expect(page.getByText("Failed to delete")).toHaveCount(0);
  });

  test("a document that could not be deleted comes back with a message [spec 8 delete-document]", async ({
    page,
    folder,
  }) => {
    await page.clock.install();
    const { row } = await uploaded(page, folder);
    await page.route("**/api/documents/delete", (route) => route.abort());
    await removeAtStoppedClock(page);
    await expect(row).toHaveCount(0);
    await deletedToast(page).getByRole("button", { name: "Close notification" }).click();
    await page.clock.resume();
    await expect(page.getByText("Failed to delete")).toBeVisible();
    await expect(page.getByText("Could not delete the document.")).toBeVisible();
    await expect(row).toBeVisible();
  });

  test("a document that the server refuses to delete comes back with the server's reason [spec 8 delete-document]", async ({
    page,
    folder,
  }) => {
    await page.clock.install();
    const { row } = await uploaded(page, folder);
    await page.route("**/api/documents/delete", (route) =>
      route.fulfill({ status: 409, json: { message: "Another server moves this document." } }),
    );
    await removeAtStoppedClock(page);
    await deletedToast(page).getByRole("button", { name: "Close notification" }).click();
    await page.clock.resume();
    await expect(page.getByText("Failed to delete")).toBeVisible();
    await expect(page.getByText("Another server moves this document.")).toBeVisible();
    await expect(page.getByText("Could not delete the document.")).toHaveCount(0);
    await expect(row).toBeVisible();
  });

  test("a download that the server refuses says the server's reason", async ({ page, folder }) => {
    await openAccount(page.request);
    await stampByCall(page.request, join(folder, "lease.pdf"));
    await page.goto("/");
    await page.route("**/api/documents/*/download*", (route) =>
      route.fulfill({ status: 503, json: { message: "The storage of this site is away." } }),
    );
    await page.getByRole("link", { name: "Download stamped lease.pdf" }).click();
    await expect(page.getByText("Download failed")).toBeVisible();
    await expect(page.getByText("The storage of this site is away.")).toBeVisible();
  });

  test("an unstamped document cannot be downloaded, and its row says so [spec 2 history-download] [spec 8 unavailable-download]", async ({
    page,
    folder,
  }) => {
    await uploaded(page, folder);
    await page.getByRole("button", { name: "More for lease.pdf" }).press("Enter");
    await page.getByRole("button", { name: "Download stamped lease.pdf" }).press("Enter");
    await expect(page.getByText("Download not available")).toBeVisible();
    await expect(page.getByText("This document hasn't been processed yet.")).toBeVisible();
  });
});

test("ten recent documents are shown, and older ones on demand", async ({ page, folder }) => {
  await openAccount(page.request);
  for (let count = 1; count <= 12; count += 1) {
    await uploadByCall(page.request, join(folder, `lease ${count}.pdf`));
  }
  await page.goto("/");
  const rows = page.getByRole("region", { name: "Recent Documents" }).getByRole("listitem");
  await expect(rows).toHaveCount(10);
  await page.getByRole("button", { name: "Show older" }).click();
  await expect(rows).toHaveCount(12);
  await expect(rows.last()).toContainText("lease 1.pdf");
  await expect(page.getByRole("button", { name: "Show older" })).toHaveCount(0);
});
