import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import Sqlite from "better-sqlite3";
import { unzipSync } from "fflate";
import { pageTexts } from "../src/testing/inspect.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, openMoreOptions, register, test, upload } from "./support/browser.ts";
import { openAccount, stampByCall, uploadByCall } from "./support/calls.ts";

const entries = (page: Page) => page.getByRole("region", { name: "Documents in this project" });
const selection = (page: Page) => page.getByRole("region", { name: "Selected documents" });

test("a student moves drafts into a project, sees their versions, and downloads all of them", async ({
  page,
  folder,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await register(page);
  for (const name of ["Thesis.pdf", "Thesis final.pdf", "Notes.pdf"])
    await stampByCall(page.request, join(folder, name));
  await uploadByCall(page.request, join(folder, "Thesis.pdf"));
  await page.goto("/documents");
  await page.getByRole("checkbox", { name: "Select all on this page" }).click();
  await selection(page).getByRole("button", { name: "Move to project" }).click();
  await expectAccessible(page, "dialog for moving documents", "dialog");
  await page.getByLabel("Name of the new project").fill(" ");
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await expect(page.getByText("Please enter a name for the project").first()).toBeVisible();
  await page.getByLabel("Name of the new project").fill("My thesis");
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await expect(page.getByText("4 documents moved to My thesis")).toBeVisible();

  await page.getByLabel("Project", { exact: true }).selectOption("My thesis");
  await expect(page).toHaveURL(/project=/);
  await page.getByRole("link", { name: "My thesis" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "My thesis" })).toBeVisible();
  await expect(entries(page).getByRole("listitem")).toHaveCount(4);
  await expect(entries(page).getByText("Version 2 of 2")).toBeVisible();
  await expectAccessible(page, "a project");

  const box = (name: string) => page.getByRole("checkbox", { name: `Select ${name}`, exact: true });
  await box("Thesis.pdf").first().check();
  await box("Thesis.pdf").last().check();
  await box("Thesis final.pdf").check();
  await selection(page).getByRole("button", { name: "Link as versions" }).click();
  await expect(entries(page).getByText("Version 3 of 3")).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download everything as ZIP" }).click();
  expect((await download).suggestedFilename()).toMatch(/^My thesis \d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(new Uint8Array(readFileSync(await (await download).path())));
  expect(Object.keys(files)).toHaveLength(9);
  expect(Object.keys(files)).toContain("Evidence_Thesis final.zip");
});

test("seven drafts become a timeline certificate, and anyone sees at its address that it is complete", async ({
  page,
  folder,
  product,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const username = await register(page, "/projects");
  giveStamps(product.dataDir, username, 7);
  const ids: string[] = [];
  for (let draft = 1; draft <= 7; draft++)
    ids.push((await stampByCall(page.request, join(folder, "Thesis.pdf"))).id);
  await page.getByLabel("Name", { exact: true }).fill("My thesis");
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "My thesis" })).toBeVisible();
  await page.request.post(`/api${new URL(page.url()).pathname}/entries`, { data: { ids } });
  await page.reload();
  await expect(entries(page).getByText("Version 7 of 7")).toBeVisible();

  await page.getByRole("button", { name: "Create timeline certificate" }).click();
  await expectAccessible(page, "dialog for a timeline", "dialog");
  await page.getByLabel("Exhibit letters").fill("7");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText("please use one to three letters").first()).toBeVisible();
  await page.getByLabel("Exhibit letters").fill("a");
  await page.getByRole("checkbox", { name: /declaration about all entries/ }).check();
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const timelines = page.getByRole("region", { name: "Timeline certificates" });
  await expect(timelines.getByText("Completed")).toBeVisible();
  await expectAccessible(page, "a project with a timeline");

  const download = page.waitForEvent("download");
  await timelines.getByRole("link", { name: "Download stamped Timeline of My thesis.pdf" }).click();
  const texts = await pageTexts(await (await download).path());
  for (let draft = 1; draft <= 7; draft++) expect(texts.join(" ")).toContain(`Exhibit A-${draft}`);
  await timelines.getByRole("link", { name: /^AT-/ }).click();
  await expect(page.getByText("7 documents, in order")).toBeVisible();
  await expectAccessible(page, "the record of a timeline");
});

/** Sets up the account as if it had bought a bundle. */
function giveStamps(dataDir: string, username: string, stamps: number): void {
  const sqlite = new Sqlite(join(dataDir, "attestamp.sqlite"));
  sqlite
    .prepare(
      `INSERT INTO purchases (id, user_id, plan, stamps, amount, state, created_at)
       SELECT 'bought', id, 'bundle', ?, 0, 'paid', 0 FROM users WHERE username = ?`,
    )
    .run(stamps, username);
  sqlite.close();
}

test("a project is created, chosen for a new document, renamed and deleted; the document stays", async ({
  page,
  folder,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await register(page, "/projects");
  await expect(page.getByText("No projects yet")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("12 Oak Street");
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(page.getByText("No documents in this project yet")).toBeVisible();

  await page.goto("/");
  const path = join(folder, "lease.pdf");
  await uploadByCall(page.request, path);
  await upload(page, path);
  await openMoreOptions(page);
  await page.getByLabel("Project", { exact: false }).selectOption("12 Oak Street");
  await expect
    .poll(async () => (await (await page.request.get("/api/projects")).json())[0].entryCount)
    .toBe(1);

  await page.goto("/projects");
  await expectAccessible(page, "projects");
  await expect(page.getByText("1 document", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "12 Oak Street" }).click();
  await page.getByRole("button", { name: "Edit project" }).click();
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("14 Oak Street");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "14 Oak Street" })).toBeVisible();
  await page.getByRole("button", { name: "Delete project" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete project" }).click();
  await expect(page.getByText("No projects yet")).toBeVisible();
  expect(await (await page.request.get("/api/documents")).json()).toHaveLength(2);
});

test.describe("in a browser that speaks Spanish", () => {
  test.use({ locale: "es-MX" });

  test("the names of timelines and acknowledgments are shown in Spanish, and what was attested stays as it is", async ({
    page,
    folder,
  }) => {
    await openAccount(page.request);
    const { id: document } = await stampByCall(page.request, join(folder, "tesis.pdf"));
    const post = async (path: string, data: object) => (await page.request.post(path, { data })).json();
    const { id } = await post("/api/projects", { name: "Tesis" });
    await post(`/api/projects/${id}/entries`, { ids: [document] });
    const timeline = await post(`/api/projects/${id}/timeline`, {});
    expect(timeline.originalName).toBe("Timeline of Tesis.pdf");
    const status = async () =>
      (await (await page.request.get(`/api/documents/${timeline.id}`)).json()).status;
    await expect.poll(status).toBe("completed");
    await page.goto(`/projects/${id}`);
    const timelines = page.getByRole("region", { name: "Certificados de cronología" });
    await expect(timelines.getByText("Cronología de Tesis.pdf", { exact: true })).toBeVisible();
    await expect(
      timelines.getByRole("link", { name: "Descargar Cronología de Tesis.pdf, sellado" }),
    ).toBeVisible();
    await expect(page.getByText("Timeline of")).toHaveCount(0);
    const { url } = await post(`/api/projects/${id}/shares`, { downloads: "everything" });
    await page.goto(url);
    await expect(page.getByText("Cronología de Tesis.pdf", { exact: true })).toBeVisible();
    await expect(page.getByText("Timeline of")).toHaveCount(0);
  });
});
