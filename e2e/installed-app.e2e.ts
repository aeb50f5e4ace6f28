import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { expect, onePage, register, test, upload } from "./support/browser.ts";
import { stampByCall } from "./support/calls.ts";
import { startProduct } from "./support/product.ts";

test.use({
  serviceWorkers: "allow",
  hasTouch: true,
  isMobile: true,
  viewport: { width: 360, height: 740 },
  settings: [{ PRODUCT_NAME: "Oak & Sons “Stamps”" }, { scope: "worker" }],
});

/** Waits until the service worker has cached the shell and controls this page. */
async function untilInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  });
}

test("the app can be installed under the operator's name and takes files from the share sheet", async ({
  page,
}) => {
  await page.goto("/");
  const href = await page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = await (await page.request.get(href ?? "")).json();
  expect(manifest).toMatchObject({
    name: "Oak & Sons “Stamps”",
    short_name: "Oak & Sons “Stamps”",
    start_url: "/",
    display: "standalone",
    share_target: { action: "/share-target", method: "POST", enctype: "multipart/form-data" },
  });
  expect(manifest.share_target.params.files[0].accept).toContain("application/pdf");
  for (const { src, sizes } of manifest.icons) {
    const icon = await page.request.get(src);
    expect([src, sizes, icon.headers()["content-type"]]).toEqual([src, sizes, "image/png"]);
  }
});

test("without a network the app opens, and its verifier checks a file", async ({ page, folder }) => {
  await register(page);
  await untilInstalled(page);
  const original = join(folder, "secret-plan.pdf");
  const { id } = await stampByCall(page.request, original);
  const pack = join(folder, "pack.zip");
  writeFileSync(pack, await (await page.request.get(`/api/documents/${id}/evidence`)).body());
  await page.context().setOffline(true);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "We can't reach the server." })).toBeVisible();
  await expectAccessible(page, "the app without a network");
  await page.getByRole("link", { name: "Check a file without a connection" }).click();
  await expect(page.getByRole("heading", { name: "Check a document" })).toBeVisible();
  await page.getByLabel("Choose files, or drop them here").setInputFiles(pack);
  await expect(page.getByRole("status")).toContainText("Checked: pack.zip");
  await expect(page.getByText(/unchanged/i).first()).toBeVisible();
  await page.context().setOffline(false);
});

test("the service worker stores none of a user's data, and does not handle API calls", async ({
  page,
  folder,
}) => {
  const username = await register(page);
  await untilInstalled(page);
  const { serialNumber } = await stampByCall(page.request, join(folder, "secret-plan.pdf"));
  for (const path of ["/", "/documents", "/account", "/projects", `/verify/${serialNumber}`]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
  }
  const kept = await page.evaluate(async () => {
    const found: { path: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const { pathname, search } = new URL(request.url);
        const text = (await (await cache.match(request))?.text()) ?? "";
        found.push({ path: pathname + search, text });
      }
    }
    return found;
  });
  const allowed = /^\/(index\.html|verify\.html|icons\/[\w.-]+|assets\/[\w.-]+)$/;
  expect(kept.length).toBeGreaterThan(5);
  expect(kept.filter(({ path }) => !allowed.test(path)).map(({ path }) => path)).toEqual([]);
  for (const secret of [username, "secret-plan", serialNumber])
    expect(kept.filter(({ text }) => text.includes(secret)).map(({ path }) => path)).toEqual([]);
});

test("a new release is shown on the first visit, and its shell replaces the old one", async ({ page }) => {
  const first = await startProduct({ PRODUCT_NAME: "First release" });
  const { origin, dataDir } = first;
  await page.request.post(`${origin}/api/auth/register`, {
    data: { username: "jane", password: "correct horse", firstName: "Jane", lastName: "Doe" },
  });
  await page.goto(origin);
  await untilInstalled(page);
  const port = new URL(origin).port;
  await first.kill();
  await page.goto(origin);
  await expect(page).toHaveTitle(/First release/);

  const start = { command: ["bun", "src/main.ts", "serve"], dataDir, dataDirInside: dataDir };
  const second = await startProduct({ PRODUCT_NAME: "Second release", PORT: port }, start);
  try {
    await page.goto(origin);
    await expect(page).toHaveTitle(/Second release/);
    const shells = () =>
      page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("shell-")));
    await expect.poll(async () => (await shells()).length).toBe(1);
    const shellTitle = () =>
      page.evaluate(async () => {
        const text = await (await caches.match("/index.html"))?.text();
        return /<title>(.*?)<\/title>/.exec(text ?? "")?.[1];
      });
    await expect.poll(shellTitle).toBe("Second release");
  } finally {
    await second.stop();
  }
});

test("a file that is chosen without a network waits until there is one, even if the app is closed in the meantime", async ({
  page,
  folder,
}) => {
  await register(page);
  await untilInstalled(page);
  const path = await onePage(folder, "site-photo.pdf");
  await page.context().setOffline(true);
  await upload(page, path);
  await expect(page.getByText("Your file stays in this browser")).toBeVisible();
  await expect(page.getByText("You're offline. We'll upload it when you're back online.")).toBeVisible();
  const again = await page.context().newPage();
  await page.goto("about:blank");
  await again.goto("/");
  await expect(again.getByRole("heading", { name: "We can't reach the server." })).toBeVisible();
  await again.context().setOffline(false);
  await again.reload();
  const documents = async () =>
    (await (await again.request.get("/api/documents")).json()) as { originalName: string }[];
  await expect
    .poll(async () => (await documents()).map(({ originalName }) => originalName))
    .toEqual(["site-photo.pdf"]);
  await expect(again.getByText("site-photo.pdf").first()).toBeVisible();
  const waiting = () =>
    again.evaluate(async () => (await (await caches.open("waiting-files")).keys()).length);
  await expect.poll(waiting).toBe(0);
});

test("files chosen without a network are each sent once when it is back", async ({ page, folder }) => {
  await register(page);
  await untilInstalled(page);
  const paths = [await onePage(folder, "one.pdf"), await onePage(folder, "two.pdf")];
  await page.context().setOffline(true);
  await page.getByRole("checkbox", { name: /legal owner/ }).check();
  await page.getByLabel("Document to upload").setInputFiles(paths);
  await expect(page.getByText("You're offline. We'll upload it when you're back online.")).toHaveCount(2);
  await expect(page.getByText("2 waiting for a connection", { exact: true })).toBeVisible();
  await expect(page.getByText(/failed/)).toHaveCount(0);
  await page.context().setOffline(false);
  const documents = async () =>
    (await (await page.request.get("/api/documents")).json()) as { originalName: string }[];
  await expect
    .poll(async () => (await documents()).map(({ originalName }) => originalName).toSorted())
    .toEqual(["one.pdf", "two.pdf"]);
});

/** Sends a form with these files as the share sheet does; a size is in bytes. */
function share(page: Page, files: { name: string; size?: number }[]): Promise<void> {
  return page.evaluate((files) => {
    const form = document.createElement("form");
    form.method = "post";
    form.action = "/share-target";
    form.enctype = "multipart/form-data";
    const input = document.createElement("input");
    input.type = "file";
    input.name = "files";
    const chosen = new DataTransfer();
    for (const { name, size = 0 } of files)
      chosen.items.add(new File(["%PDF-1.7", new Uint8Array(size)], name, { type: "application/pdf" }));
    input.files = chosen.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }, files);
}

const question = (page: Page) => page.getByRole("heading", { name: "Add these files?" });
const waitingCard = (page: Page) => page.getByRole("region", { name: "Waiting files" });
const hasWaitingFiles = (page: Page) => page.evaluate(() => caches.has("waiting-files"));

test("a file shared by another app waits for its owner's confirmation, and is removed from the browser at logout", async ({
  page,
}) => {
  await register(page);
  await untilInstalled(page);
  await share(page, [{ name: "from-camera.pdf" }]);
  await expect(question(page)).toBeVisible();
  await expect(page.getByText("from-camera.pdf")).toBeVisible();
  await expectAccessible(page, "files that another app shares");
  expect(await hasWaitingFiles(page)).toBe(false);
  await page.getByRole("button", { name: "Add" }).click();
  const card = waitingCard(page);
  await expect(card.getByText("from-camera.pdf")).toBeVisible();
  await expectAccessible(page, "files that wait");
  await expect(card.getByRole("button", { name: "Upload" })).toBeDisabled();
  await page.getByRole("checkbox", { name: /legal owner/ }).check();
  const sent = page.waitForRequest((request) => request.url().endsWith("/api/documents/upload"));
  await card.getByRole("button", { name: "Upload" }).click();
  await sent;
  await expect(card).toHaveCount(0);

  await share(page, [{ name: "private.pdf" }]);
  await page.getByRole("button", { name: "Add" }).click();
  await expect(card.getByText("private.pdf")).toBeVisible();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByRole("button", { name: "Create Account" }).first()).toBeVisible();
  expect(await hasWaitingFiles(page)).toBe(false);
});

test("another app can share files without a connection, but only a limited number, and none that is too large to upload [threat B12]", async ({
  page,
}) => {
  await register(page);
  await untilInstalled(page);
  await page.context().setOffline(true);
  const many = Array.from({ length: 25 }, (_, index) => ({ name: `photo-${index + 1}.pdf` }));
  await share(page, [{ name: "film.pdf", size: 51 * 1024 * 1024 }, ...many]);
  await expect(question(page)).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(20);
  await expect(page.getByText("film.pdf")).toHaveCount(0);
  await expect(page.getByText("at most 20 files at a time, each of at most 50 MB")).toBeVisible();
  await page.getByRole("button", { name: "Add" }).click();
  await expect(page.getByRole("heading", { name: "We can't reach the server." })).toBeVisible();
  await page.context().setOffline(false);
  await page.reload();
  await expect(waitingCard(page).getByRole("listitem")).toHaveCount(20);
  await waitingCard(page).getByRole("button", { name: "Discard" }).click();
  await expect(waitingCard(page)).toHaveCount(0);
});

test("another website cannot put files among a user's own, however it sends them [threat B12]", async ({
  page,
  product,
}) => {
  await register(page);
  await untilInstalled(page);
  const attack = async (how: { referrer: string; isFramed?: boolean }) => {
    const html = `<meta name="referrer" content="${how.referrer}"><iframe name="hidden"></iframe>
      <form method="post" enctype="multipart/form-data" action="${product.origin}/share-target"
      target="${how.isFramed ? "hidden" : "_self"}"><input type="file" name="files"></form>`;
    await page.route("http://elsewhere.example/", (route) =>
      route.fulfill({ contentType: "text/html", body: html }),
    );
    await page.goto("http://elsewhere.example/");
    await page.evaluate(() => {
      const files = new DataTransfer();
      files.items.add(new File(["%PDF-1.7"], "planted.pdf", { type: "application/pdf" }));
      const input = document.querySelector("input");
      if (input) input.files = files.files;
      document.querySelector("form")?.submit();
    });
    const frame = how.isFramed ? page.frame("hidden") : page.mainFrame();
    await expect.poll(() => frame?.url()).not.toMatch(/elsewhere|about:blank/);
    await page.unroute("http://elsewhere.example/");
  };
  const expectNothing = async () => {
    await page.goto("/share-target");
    await expect(page.getByRole("heading", { name: "There are no files here" })).toBeVisible();
    await page.getByRole("link", { name: "Go to the home page" }).click();
    await expect(page.getByText(/^Welcome, /)).toBeVisible();
    await expect(waitingCard(page)).toHaveCount(0);
    expect(await hasWaitingFiles(page)).toBe(false);
  };

  await attack({ referrer: "strict-origin-when-cross-origin" });
  await expect(page.getByText(/^Welcome, /)).toBeVisible();
  await expectNothing();

  await attack({ referrer: "no-referrer", isFramed: true });
  await expectNothing();

  // Nothing distinguishes this one from the share sheet.
  await attack({ referrer: "no-referrer" });
  await expect(question(page)).toBeVisible();
  expect(await hasWaitingFiles(page)).toBe(false);
  await page.getByRole("link", { name: "Don't add" }).click();
  await expectNothing();
});
