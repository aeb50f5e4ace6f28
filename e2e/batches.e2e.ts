import { join } from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expectAccessible } from "./support/axe.ts";
import { expect, onePage, register, test, upload } from "./support/browser.ts";

/** A small picture, different for each number. */
async function writePicture(folder: string, number: number): Promise<string> {
  const path = join(folder, `Photo ${number}.jpg`);
  const background = { r: (number * 9) % 255, g: (number * 40) % 255, b: 90 };
  await sharp({ create: { width: 90, height: 60, channels: 3, background } })
    .jpeg()
    .toFile(path);
  return path;
}

const pictures = (folder: string, count: number) =>
  Promise.all(Array.from({ length: count }, (_, at) => writePicture(folder, at + 1)));

const list = (page: Page) => page.getByRole("region", { name: "Your files" });

test("sixty photos are one list, which shows them before they are uploaded and offers one collection for one stamp", async ({
  page,
  folder,
}) => {
  const bad = join(folder, "notes.exe");
  await Bun.write(bad, "no document");
  await register(page);
  const upload60 = Promise.withResolvers<void>();
  await page.route("**/api/documents/upload", async (route) => {
    await upload60.promise;
    await route.continue();
  });
  await upload(page, [...(await pictures(folder, 60)), bad]);
  await expect(list(page).getByRole("listitem")).toHaveCount(61);
  await expect(list(page).locator("canvas:visible")).toHaveCount(60);
  await expect(list(page).getByRole("listitem").filter({ hasText: "notes.exe" })).toContainText(
    "Unsupported file type.",
  );
  upload60.resolve();
  await expect(list(page).getByRole("status").first()).toHaveText("60 uploaded, not stamped yet · 1 failed");
  await expectAccessible(page, "many files");
  await list(page).getByRole("button", { name: "Make one collection instead" }).click();
  await expect(page.getByRole("status").filter({ hasText: "61 files ready" })).toBeVisible();
  await page.getByLabel("I own these files").check();
  await page.getByRole("button", { name: "Attest 61 files" }).click();
  await expect(page.getByRole("link", { name: "Certificate", exact: true })).toBeVisible();
  const collections = await (await page.request.get("/api/collections")).json();
  expect(collections).toMatchObject([{ fileCount: 61 }]);
  // The uploads that it replaces are gone.
  await expect.poll(async () => (await page.request.get("/api/documents")).json()).toEqual([]);
});

test("a collection deletes only the uploads that it replaces, not one taken out of it or stamped in the meantime", async ({
  page,
  folder,
}) => {
  await register(page);
  await upload(page, await pictures(folder, 4));
  await expect(list(page).getByRole("status").first()).toHaveText("4 uploaded, not stamped yet");
  await list(page).getByRole("button", { name: "Make one collection instead" }).click();
  await expect(page.getByRole("status").filter({ hasText: "4 files ready" })).toBeVisible();
  await page.getByRole("button", { name: "Take out Photo 1.jpg" }).click();
  const documents = async () =>
    Array.from(
      await (await page.request.get("/api/documents")).json(),
      ({ originalName, status }) => `${originalName} ${status}`,
    ).toSorted();
  const uploaded: { id: string; originalName: string }[] = await (
    await page.request.get("/api/documents")
  ).json();
  const stamped = uploaded.find(({ originalName }) => originalName === "Photo 2.jpg");
  await page.request.post(`/api/documents/${stamped?.id}/process`, { data: {} });
  // Another tab starts this one when the page has already decided what to delete.
  const late = uploaded.find(({ originalName }) => originalName === "Photo 3.jpg");
  await page.route("**/api/trpc/documents.removeSeveral*", async (route) => {
    await page.request.post(`/api/documents/${late?.id}/process`, { data: {} });
    await route.continue();
  });
  await page.getByLabel("I own these files").check();
  await page.getByRole("button", { name: "Attest 3 files" }).click();
  await expect(page.getByRole("link", { name: "Certificate", exact: true })).toBeVisible();
  await expect
    .poll(documents)
    .toEqual(["Photo 1.jpg uploaded", "Photo 2.jpg completed", "Photo 3.jpg completed"]);
});

test("one set of choices counts for all files; ownership stays confirmed for the next ones", async ({
  page,
  folder,
}) => {
  await register(page);
  const project = await (await page.request.post("/api/projects", { data: { name: "Elm Street 4" } })).json();
  await upload(page, await pictures(folder, 2));
  await list(page).getByText("Choices for all:").click();
  await list(page).getByLabel("Where the stamp goes").selectOption("Bottom left");
  await list(page).getByLabel("Original creation date").fill("2024-05-06");
  await list(page).getByLabel("Other parties").fill("Ada Lovelace");
  await list(page).getByLabel("QR code in the stamp").selectOption("No");
  await list(page).getByLabel("Project").selectOption("Elm Street 4");
  await expectAccessible(page, "choices for many files");
  await list(page).getByRole("button", { name: "Stamp all 2 documents" }).click();
  await expect(list(page).getByText("Completed")).toHaveCount(2);
  const documents = await (await page.request.get("/api/documents")).json();
  const config = {
    position: "bottom-left",
    originalDate: "2024-05-06",
    otherParties: "Ada Lovelace",
    qrCode: "off",
  };
  for (const document of documents) {
    expect(document.timestampConfig).toMatchObject(config);
    expect(document.projectId).toBe(project.id);
  }
  const tick = page.getByRole("checkbox", { name: /legal owner/ });
  await expect(tick).toBeChecked();
  await expect(page.getByText("You confirmed this for your last document")).toBeVisible();
  await tick.uncheck();
  await expect(page.getByText("You confirmed this for your last document")).toHaveCount(0);
});

test("a project chosen while a file is being sent is that file's project too", async ({ page, folder }) => {
  await register(page);
  const project = await (await page.request.post("/api/projects", { data: { name: "Elm Street 4" } })).json();
  const sent = Promise.withResolvers<void>();
  await page.route("**/api/documents/upload", async (route) => {
    await sent.promise;
    await route.continue();
  });
  await upload(page, await pictures(folder, 2));
  await list(page).getByText("Choices for all:").click();
  await list(page).getByLabel("Project").selectOption("Elm Street 4");
  sent.resolve();
  const projects = async () =>
    Array.from(await (await page.request.get("/api/documents")).json(), ({ projectId }) => projectId);
  await expect.poll(projects).toEqual([project.id, project.id]);
});

test("a file uploaded on the page of a project is in the project, and is stamped there", async ({
  page,
  folder,
}) => {
  const answers = ["busy", "free"];
  await register(page);
  const project = await (await page.request.post("/api/projects", { data: { name: "Elm Street 4" } })).json();
  await page.route("**/api/documents/upload", async (route) => {
    if (answers.shift() !== "busy") return route.continue();
    const headers = { "retry-after": "1" };
    await route.fulfill({
      status: 429,
      headers,
      json: { message: "Too many uploads.", code: "rate-limited" },
    });
  });
  await page.goto(`/projects/${project.id}`);
  await upload(page, await onePage(folder));
  await expect(page.getByRole("region", { name: "Documents in this project" })).toContainText("lease.pdf");
  await list(page).getByRole("button", { name: "Stamp 1 document" }).click();
  await expect(list(page).getByText("Completed")).toBeVisible();
  await expectAccessible(page, "an upload into a project");
  expect(answers).toEqual([]);
});
