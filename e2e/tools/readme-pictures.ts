/**
 * `bun run pictures:readme`: takes the screenshots in the README, from a server with sample data, into docs/. They are
 * small: 128 colors, and 640 pixels wide on screens where a picture of twice that size is sharp.
 */
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { freePort } from "../../src/testing/free-port.ts";
import { browsers } from "../support/tools.ts";
import { jane } from "./demo/people.ts";
import { startDemo } from "./demo/stage.ts";

const docs = join(import.meta.dir, "../../docs");
const size = { width: 1280, height: 840 };
/** Without the bar that says that it is a demo. */
const clip = { x: 0, y: 41, width: 1280, height: 799 };

const demo = await startDemo(await freePort());
const executablePath = browsers.map((name) => Bun.which(name)).find((path) => path !== null);
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const context = await browser.newContext({
    baseURL: demo.origin,
    viewport: size,
    locale: "en-US",
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await context.request.post("/api/auth/login", {
    data: { username: jane.username, password: jane.password },
  });
  const answer = await context.request.get("/api/documents");
  const documents: { originalName: string; serialNumber: string | null }[] = await answer.json();
  const lease = documents.find(({ originalName }) => originalName.startsWith("Lease"));
  await take(page, "/documents", "screen-documents.png");
  await take(page, `/verify/${lease?.serialNumber}`, "screen-record.png");
} finally {
  await browser.close();
  await demo.stop();
}

async function take(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  const picture = await page.screenshot({ animations: "disabled", clip });
  const small = await sharp(picture).png({ colours: 128, effort: 10 }).toBuffer();
  await Bun.write(join(docs, name), small);
  console.log(`docs/${name}: ${small.length} bytes`);
}
