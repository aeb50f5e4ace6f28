/**
 * `bun run first-view [ORIGIN]`: how fast a visitor on a slow phone connection sees each page: first and largest paint
 * in milliseconds, the median of three visits, the layout shift (CLS), and the number of scripts. Without ORIGIN it
 * starts a server with one stamped document, and also measures the home page of its owner, first without and then with
 * a browser cache. A busy machine affects the numbers, so nothing passes or fails here.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { openAccount, stampByCall } from "../support/calls.ts";
import { startProduct } from "../support/product.ts";
import { browsers } from "../support/tools.ts";

/** Connections as simulated by measuring tools: kilobits per second down, milliseconds per request. */
const lines = {
  "Lighthouse, slow 4G": { kbits: 1_638, delayMs: 150 },
  "DevTools, slow 4G": { kbits: 1_440, delayMs: 562.5 },
};
type Line = (typeof lines)[keyof typeof lines];
type Seen = { first: number; largest: number; shift: number; scripts: number; element: string };
type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;

const visits = 3;
const given = process.argv[2];
const product = given === undefined ? await startProduct() : undefined;
const origin = given ?? product?.origin ?? "";
const executablePath = browsers.map((name) => Bun.which(name)).find((path) => path !== null);
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const owner = product ? await stampOne(browser) : undefined;
  for (const [line, speed] of Object.entries(lines)) {
    for (const path of ["/", "/contact", "/faq", `/verify/${owner?.serialNumber ?? "AT-NONE"}`]) {
      console.log(printRow(line, path, await visit(browser, path, speed)));
    }
    if (!owner) continue;
    console.log(printRow(line, "/ of an owner", await visit(browser, "/", speed, owner.session)));
    console.log(
      printRow(line, "/ of an owner, again", await visit(browser, "/", speed, owner.session, true)),
    );
  }
} finally {
  await browser.close();
  await product?.stop();
}

async function stampOne(browser: Browser): Promise<{ serialNumber: string; session: Session }> {
  const folder = mkdtempSync(join(tmpdir(), "attestamp-first-view-"));
  const context = await browser.newContext({ baseURL: origin });
  await openAccount(context.request);
  const { serialNumber } = await stampByCall(context.request, join(folder, "lease.pdf"));
  const session = await context.storageState();
  await context.close();
  rmSync(folder, { recursive: true });
  return { serialNumber, session };
}

async function visit(
  browser: Browser,
  path: string,
  line: Line,
  session?: Session,
  isAgain = false,
): Promise<Seen> {
  const seen: Seen[] = [];
  for (let count = 0; count < visits; count++) {
    const phone = { baseURL: origin, viewport: { width: 360, height: 740 } };
    const context = await browser.newContext({ ...phone, ...(session && { storageState: session }) });
    const page = await context.newPage();
    if (isAgain) await page.goto(path, { waitUntil: "networkidle" });
    await slowDown(page, line);
    await page.goto(path, { waitUntil: "networkidle" });
    // A pause between two rounds of requests is longer than the idle threshold.
    if (session) await page.getByText("lease.pdf").first().waitFor();
    seen.push(await page.evaluate(readPaints));
    await context.close();
  }
  const [median] = seen.toSorted((one, other) => one.largest - other.largest).slice(visits >> 1);
  if (!median) throw new Error("Nothing was measured.");
  return { ...median, shift: Math.max(...seen.map(({ shift }) => shift)) };
}

async function slowDown(page: Page, { kbits, delayMs }: Line): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const downloadThroughput = (kbits * 1000) / 8;
  const conditions = { offline: false, latency: delayMs, downloadThroughput, uploadThroughput: 93_750 };
  await session.send("Network.emulateNetworkConditions", conditions);
}

/** Runs in the page. */
async function readPaints(): Promise<Seen> {
  const of = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
      // If there is no entry, the observer is never called.
      setTimeout(() => resolve([]), 300);
    });
  const [paints, largest, shifts] = await Promise.all(
    ["paint", "largest-contentful-paint", "layout-shift"].map(of),
  );
  const last = largest?.at(-1);
  const element = last && "element" in last && last.element instanceof Element ? last.element : undefined;
  const fetched = performance
    .getEntriesByType("resource")
    .filter((entry) => entry.name.endsWith(".js") && "transferSize" in entry && entry.transferSize !== 0);
  return {
    first: paints?.find(({ name }) => name === "first-contentful-paint")?.startTime ?? Number.NaN,
    largest: last?.startTime ?? Number.NaN,
    scripts: fetched.length,
    shift: (shifts ?? []).reduce((sum, entry) => sum + ("value" in entry ? Number(entry.value) : 0), 0),
    element: `${element?.tagName.toLowerCase()} "${element?.textContent?.slice(0, 40)}"`,
  };
}

function printRow(line: string, path: string, { first, largest, shift, scripts, element }: Seen): string {
  const ms = (value: number) => `${Math.round(value)} ms`.padStart(8);
  return `${line}  ${path.padEnd(24)} first ${ms(first)}  largest ${ms(largest)}  shift ${shift.toFixed(3)}  scripts ${String(scripts).padStart(2)}  ${element}`;
}
