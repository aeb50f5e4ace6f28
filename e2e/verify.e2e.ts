import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { readQrCode } from "../src/testing/qr.ts";
import { expect, test } from "./support/browser.ts";
import { openAccount, stampByCall } from "./support/calls.ts";
import { writeTextPdf } from "./support/samples.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { name });
const codeCard = (page: Page) => page.getByRole("region", { name: "The QR code" });

type Issued = Record<
  "serialNumber" | "code" | "address" | "original" | "stamped" | "certificate" | "pack",
  string
>;

/** Stamps one document with API calls, saves all its files and reads its certificate's QR code. */
async function issue({ request }: Page, folder: string, name: string): Promise<Issued> {
  const original = join(folder, `${name}.pdf`);
  const { id, serialNumber } = await stampByCall(request, original);
  const save = async (what: string, fileName: string) => {
    const path = join(folder, `${name} ${fileName}`);
    writeFileSync(path, await (await request.get(`/api/documents/${id}/${what}`)).body());
    return path;
  };
  const stamped = await save("download", "stamped.pdf");
  const certificate = await save("certificate", "certificate.pdf");
  const pack = await save("evidence", "evidence.zip");
  const address = await readQrCode(certificate);
  const code = new URL(address).hash.slice(1);
  return { serialNumber, original, stamped, certificate, pack, address, code };
}

/** A copy of the file in the same folder, with one byte in the middle changed; of a receipt, in what its log signed. */
function withOneByteChanged(path: string): string {
  const bytes = readFileSync(path);
  // With another name of the log, a receipt can't be called wrong.
  const at = path.endsWith(".tlog-proof") ? bytes.lastIndexOf("\n\n") - 10 : Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  const changed = path.replace(/(?=\.[\w-]+$)/, " changed");
  writeFileSync(changed, bytes);
  return changed;
}

/** What a screen reader announces about files. */
const announced = (page: Page) => page.getByRole("region", { name: /^Do you have/ }).getByRole("status");

/** Chooses files, and waits for the page's results. */
async function check(page: Page, ...paths: string[]): Promise<void> {
  await page.getByLabel("Choose a file to check").last().setInputFiles(paths);
  for (const path of paths) await expect(announced(page)).toContainText(basename(path));
}

/** Waits until the page has loaded everything it needs to verify files. */
async function readyToCheck(page: Page): Promise<void> {
  await expect.poll(() => page.workers().length).toBe(1);
}

/** The answer to one of the four questions about a file, folded or not. */
const finding = (report: Locator, question: string) =>
  report.getByRole("listitem", { includeHidden: true }).filter({ hasText: question });

/** Signs out and opens the address as a person who was given the paper. */
async function openAsStranger(page: Page, address: string, until: "load" | "commit" = "load"): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto(address, { waitUntil: until });
}

/** The end of a title while only the service's own clock says when. */
const reservation = ", but no one independent confirms its time";

test("verification: an unknown serial number fails with its text and the number [spec 2 verify-failure]", async ({
  page,
}) => {
  const serialNumber = "AT-00000-00000-00000-00000";
  await page.goto(`/verify/${serialNumber}`);
  await expect(heading(page, "Verification Failed")).toBeVisible();
  await expect(
    page.getByText(
      "Unable to verify this document. The serial number may be invalid or the document may not exist in our records.",
    ),
  ).toBeVisible();
  await expect(page.getByRole("alert").getByText(serialNumber)).toBeVisible();
});

test("verification: the page says 'Verifying document...' until the record is there [spec 2 verify-loading]", async ({
  page,
}) => {
  const answer = Promise.withResolvers<void>();
  await page.route(/verification\.verify/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto("/verify/AT-00000-00000-00000-00000");
  await expect(page.getByText("Verifying document...")).toBeVisible();
  answer.resolve();
  await expect(heading(page, "Verification Failed")).toBeVisible();
});

test("a genuine code confirms the record, and nothing looks confirmed before; another file is detected [spec 2 verify-success]", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  const { address, serialNumber, original } = await issue(page, folder, "lease");
  const held = { scripts: Promise.withResolvers<void>(), keys: Promise.withResolvers<void>() };
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held.scripts.promise;
    await route.continue();
  });
  await page.route("**/jwks.json", async (route) => {
    await held.keys.promise;
    await route.continue();
  });
  await openAsStranger(page, address, "commit");
  const checking = page.getByText("Checking the signature of the QR code…");
  await expect(checking).toBeVisible();
  await expect(page.getByText("Compare these details")).toBeHidden();
  const keys = page.waitForRequest("**/jwks.json");
  held.scripts.resolve();
  await keys;
  await expect(checking).toBeVisible();
  await expect(page.getByText("Compare these details")).toBeHidden();
  held.keys.resolve();
  await expect(checking).toBeHidden();
  await expect(page.getByText(/^This document is on record, and Attestamp signed/)).toBeVisible();
  await expect(page.locator("main dt").first()).toHaveText("Serial number");
  await expect(page.getByText(serialNumber).first()).toBeVisible();
  await expect(page.getByText("lease.pdf").first()).toBeVisible();
  await expect(page.getByText("Jane Doe").first()).toBeVisible();
  await expect(page.getByText(/We did not check/)).toHaveText(
    "Both as the account holder wrote them. We did not check them.",
  );
  await expect(page.getByText("Take a screenshot of this page for your records.")).toBeVisible();
  await expect(heading(page, "Genuine")).toBeVisible();
  // The record is as good as its time: here, only the service itself vouches for it.
  await expect(page.getByText(/by Attestamp's own clock\. Only Attestamp itself vouches/)).toBeVisible();
  await expect(heading(page, "Genuine")).toHaveClass(/text-claim/);

  const other = join(folder, "other.pdf");
  await writeTextPdf(other, 2);
  const file = page.getByLabel("Choose a file to check");
  await file.last().setInputFiles(other);
  await expect(heading(page, "This is not the right file")).toBeVisible();
  await file.last().setInputFiles(original);
  await expect(heading(page, "This is the original document")).toBeVisible();
  await expect(heading(page, "This is not the right file")).toHaveCount(0);
});

test("a forged code is recognized: a changed payload, a changed signature, no code at all [threat C10]", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  const { code, serialNumber } = await issue(page, folder, "lease");
  const [header = "", payload = "", signature = ""] = code.split(".");
  const earlier = JSON.parse(Buffer.from(payload, "base64url").toString());
  const changed = Buffer.from(JSON.stringify({ ...earlier, time: "2020-01-01T00:00:00Z" })).toString(
    "base64url",
  );
  const forgeries = [
    `${header}.${changed}.${signature}`,
    `${header}.${payload}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`,
    "not-a-code",
  ];
  for (const forgery of forgeries) {
    await openAsStranger(page, `/verify/${serialNumber}#${forgery}`);
    await expect(codeCard(page).getByRole("alert")).toContainText("this QR code is forged");
    await expect(codeCard(page)).toContainText("Don't trust the paper it is on.");
    await expect(heading(page, "The record for this serial number")).toBeVisible();
    await expect(heading(page, "this document is on record")).toHaveCount(0);
  }
  const record = page
    .locator("section, article, div")
    .filter({ has: heading(page, "The record for this serial number") });
  for (const row of await record.last().locator(":scope > *:visible").all())
    await expect(row).toHaveText(/./);
});

test("the address of a code with the period of a sentence after it is as genuine as without", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  const { address } = await issue(page, folder, "lease");
  await openAsStranger(page, `${address}.`);
  await expect(page.getByText(/^This document is on record, and Attestamp signed/)).toBeVisible();
  await expect(heading(page, "Genuine")).toBeVisible();
});

test("another document's genuine code is recognized as that of another document [threat C10]", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  const lease = await issue(page, folder, "lease");
  const quote = await issue(page, folder, "quote");
  await openAsStranger(page, `/verify/${lease.serialNumber}#${quote.code}`);
  await expect(codeCard(page).getByRole("alert")).toContainText("belongs to another document");
  await expect(codeCard(page)).toContainText(quote.serialNumber);
  await expect(heading(page, "The record for this serial number")).toBeVisible();
});

test("once loaded, the page checks each file and shows four findings without a network, both intact and with one byte changed", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  const lease = await issue(page, folder, "lease");
  await openAsStranger(page, lease.address);
  await expect(heading(page, "Genuine")).toBeVisible();
  const stranger = join(folder, "stranger.pdf");
  await writeTextPdf(stranger, 2);
  await readyToCheck(page);
  await page.context().setOffline(true);

  const sound = [
    [lease.stamped, "This is the stamped copy", "Yes. This is exactly the stamped copy that was issued."],
    [
      lease.original,
      "This is the original document",
      "Yes. This is exactly the original document that was stamped.",
    ],
    [lease.certificate, "This is the certificate", "Yes. This is exactly the certificate that was issued."],
    [
      lease.pack,
      "This evidence pack is unchanged",
      "Yes. The files in this pack are exactly the ones that were issued.",
    ],
  ] as const;
  await check(page, ...sound.map(([path]) => path));
  for (const [index, [path, title, unchanged]] of sound.entries()) {
    const report = page.getByRole("article").nth(index);
    await expect(report.getByRole("heading")).toHaveText(`${title}${reservation}`);
    await expect(report).toContainText(basename(path));
    // The log has the statement, which names no certificate.
    const isLogged = path !== lease.certificate;
    await expect(report.getByText("Confirmed", { exact: true })).toHaveCount(isLogged ? 3 : 2);
    await expect(finding(report, "When did it exist?")).toContainText("Only claimed");
    await expect(finding(report, "Is it unchanged?")).toContainText(unchanged);
    await expect(finding(report, "Who issued it?")).toContainText(
      'an account calling itself "Jane Doe" (as stated by the account, not checked)',
    );
    await expect(finding(report, "Is it in the public log?")).toContainText(
      isLogged
        ? /It is listed in the public log \S+, which Attestamp runs\./
        : "There is a receipt, but for another file.",
    );
  }
  await expect(announced(page)).toContainText(`lease.pdf: This is the original document${reservation}. Yes.`);
  await page.getByText("What we checked").first().click();
  const when = finding(page.getByRole("article").first(), "When did it exist?");
  await expect(when).toContainText("It existed on");
  await when.getByText("When did it exist?").click();
  await expect(when.getByText("Root certificate").first()).toBeVisible();

  for (const [path] of sound) {
    await check(page, withOneByteChanged(path));
    const report = page.getByRole("article");
    await expect(report.getByRole("heading")).toHaveText(
      path === lease.original ? "This is not the right file" : "Don't rely on this file",
    );
    await expect(finding(report, "Is it unchanged?")).toContainText("Failed");
  }
  await check(page, stranger);
  await expect(heading(page, "This is not the right file")).toBeVisible();
  await expect(finding(page.getByRole("article"), "Is it unchanged?")).toContainText(
    `No. This is neither the original nor the stamped copy of ${lease.serialNumber}.`,
  );
  const verdict = page.getByRole("heading", { level: 1 });
  await expect(verdict).toHaveText("Failed: your file is not the one on record");
  await expect(page.getByText("Couldn't confirm stranger.pdf")).toBeVisible();
  await check(page, lease.original);
  await expect(verdict).toHaveText("Genuine");

  await page.evaluate(() => {
    location.hash = "not-a-code";
  });
  await expect(codeCard(page)).toContainText("this QR code is forged");
});

test("a check can be stopped while a large file is read, and the next one works immediately, even without a network", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  const { address, pack } = await issue(page, folder, "lease");
  const large = join(folder, "scan.pdf");
  writeFileSync(
    large,
    Buffer.concat([readFileSync(pack).subarray(0, 4), Buffer.alloc(240_000_000, "%PDF-1.7 ")]),
  );
  await openAsStranger(page, address);
  await readyToCheck(page);
  await page.context().setOffline(true);
  await page.getByLabel("Choose a file to check").last().setInputFiles(large);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByText("Checking scan.pdf")).toBeHidden();
  await check(page, pack);
  await expect(announced(page)).toContainText("The files in this pack are exactly");
  await page.context().setOffline(false);
});

/** Extracts files of an evidence pack into its folder. */
function unpack(pack: string, names: string[]): string[] {
  const files = unzipSync(readFileSync(pack));
  return names.map((name) => {
    const path = join(dirname(pack), name);
    writeFileSync(path, files[name] ?? "");
    return path;
  });
}

test("each piece of evidence is checked without a network, both intact and with one byte changed: token, receipt, container, statement", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  const lease = await issue(page, folder, "lease");
  const names = ["original.tst", "entry.tlog-proof", "original.asics", "attestation.jws"];
  const [token = "", receipt = "", container = "", statement = ""] = unpack(lease.pack, names);
  await openAsStranger(page, lease.address);
  await expect(heading(page, "Genuine")).toBeVisible();
  await readyToCheck(page);
  await page.context().setOffline(true);

  const pieces = [
    [token, "A timestamp", "When did it exist?"],
    [receipt, "A receipt from the public log", "Is it in the public log?"],
    [container, "", "Is it unchanged?"],
    [statement, "A signed statement", "Who issued it?"],
  ] as const;
  for (const [path, title, question] of pieces) {
    await check(page, path);
    const report = page.getByRole("article");
    await expect(report.getByRole("heading")).toHaveText(
      path === container ? `This timestamped original is unchanged${reservation}` : "We can't tell",
    );
    await expect(report).toContainText(title);
    const word = path === token ? "Only claimed" : "Confirmed";
    await expect(finding(report, question)).toContainText(word);
    await expect(report.getByText("Failed", { exact: true })).toHaveCount(0);
    await check(page, withOneByteChanged(path));
    await expect(finding(report, question)).not.toContainText(word);
    // A changed certificate in a token could just as well belong to an unknown authority, also in a container.
    if (path !== token && path !== container) {
      await expect(report.getByText("Failed", { exact: true })).not.toHaveCount(0);
    }
  }
  await check(page, receipt);
  const log = finding(page.getByRole("article"), "Is it in the public log?");
  await expect(log).not.toContainText("Absent");
  for (const nothing of [
    "There is no timestamp from",
    "There is no proof that Bitcoin",
    "No one else has signed",
  ])
    await expect(
      log.getByRole("definition", { includeHidden: true }).filter({ hasText: nothing }),
    ).toHaveCount(1);
});

test("a report is printed with everything unfolded, and without the field for files", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  const lease = await issue(page, folder, "lease");
  await openAsStranger(page, lease.address);
  await check(page, lease.original);
  const detail = page.getByRole("article").getByText("Fingerprint (SHA-256)", { exact: true });
  await expect(page.getByRole("article")).toBeVisible();
  await expect(detail).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(detail).toBeVisible();
  await expect(page.getByText("Choose a file to check")).toBeHidden();
});

test("a code is verified on its own when the record cannot be requested", async ({ page, folder }) => {
  await openAccount(page.request);
  const lease = await issue(page, folder, "lease");
  await page.route(/verification\.verify/, (route) => route.abort());
  // Signed in: for visitors, the page comes with the record.
  await page.goto(lease.address);
  await expect(heading(page, "Couldn't load the record")).toBeVisible();
  await expect(codeCard(page)).toContainText("The code itself says this");
  await expect(codeCard(page)).toContainText("Only Attestamp itself vouches for that time, and no timestamp");
  await expect(codeCard(page)).not.toContainText("Genuine");
  await expect(codeCard(page)).toContainText(lease.serialNumber);
  await expect(codeCard(page)).toContainText("Jane Doe");
  await page.getByLabel("Choose a file to check").last().setInputFiles(lease.original);
  await expect(heading(page, "This is the original document")).toBeVisible();
  await page.unroute(/verification\.verify/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(heading(page, "Genuine")).toBeVisible();
});

test("if what checks codes cannot be loaded, the page says that the code was not checked, and confirms nothing", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  const lease = await issue(page, folder, "lease");
  await page.route(/check-code-\w+\.js/, (route) => route.abort());
  await page.goto(lease.address);
  await expect(heading(page, "Can't tell: this QR code was not checked")).toBeVisible();
  await expect(page.getByText("Genuine", { exact: true })).toBeHidden();
});

test("a stranger types the number of a paper on the first page, or pastes its address, and gets to the record; a mistyped one can be corrected", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  const { address, serialNumber } = await issue(page, folder, "lease");
  await openAsStranger(page, "/");
  const box = page.getByRole("textbox", { name: "Serial number" });
  const open = async (typed: string) => {
    await box.fill(typed);
    await page.getByRole("button", { name: "Check", exact: true }).click();
  };
  for (const nothing of ["", "  "]) {
    await open(nothing);
    await expect(page.getByText("Please enter the serial number, or paste the address")).toBeVisible();
    await expect(box).toBeFocused();
  }
  await open("AT-00000-00000-00000-00000");
  await expect(heading(page, "Verification Failed")).toBeVisible();
  await open(` ${serialNumber.toLowerCase().replaceAll("-", " ")} `);
  await expect(heading(page, "This document is on record")).toBeVisible();
  await expect(heading(page, "Genuine")).toHaveCount(0);
  await page.goto("/");
  await open(address);
  await expect(heading(page, "Genuine")).toBeVisible();
  await page.goto(`/verify/${serialNumber}.`);
  await expect(heading(page, "This document is on record")).toBeVisible();
});

test("a browser that forbids storage checks codes like any other browser", async ({ page, folder }) => {
  await openAccount(page.request);
  const { address, serialNumber } = await issue(page, folder, "lease");
  await page.addInitScript(() => {
    for (const kind of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, kind, {
        get() {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
    }
  });
  await openAsStranger(page, address);
  await expect(page.getByText(serialNumber).first()).toBeVisible();
  await expect(heading(page, "Genuine")).toBeVisible();
});

test("a recipient without an account reads one sentence about each file: right, wrong, damaged", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  const lease = await issue(page, folder, "lease");
  const wrong = join(folder, "holiday.pdf");
  await writeTextPdf(wrong, 2);
  await openAsStranger(page, lease.address);
  await readyToCheck(page);
  const files = [
    [
      lease.stamped,
      `This is the stamped copy${reservation}`,
      "Yes. This is exactly the stamped copy that was issued. It existed on",
    ],
    [
      wrong,
      "This is not the right file",
      `No. This is neither the original nor the stamped copy of ${lease.serialNumber}.`,
    ],
    [
      withOneByteChanged(lease.stamped),
      "Don't rely on this file",
      "No. This file was changed after it was sealed.",
    ],
  ] as const;
  for (const [path, title, sentence] of files) {
    await check(page, path);
    const report = page.getByRole("article");
    await expect(report.getByRole("heading")).toHaveText(title);
    await expect(report.getByText(sentence).first()).toBeVisible();
    await expect(report.getByText("Is it unchanged?")).toBeHidden();
    await expect(report.getByText("Absent")).toHaveCount(0);
  }
  await page.getByText("What is Attestamp?").click();
  await expect(page.getByText("It does not show who wrote or owns the document")).toBeVisible();
});

test("a file's name cannot pose as another one on the record page, nor move the words after it", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  const { address, stamped } = await issue(page, folder, "lease");
  await openAsStranger(page, address);
  await readyToCheck(page);
  const disguised = join(folder, "invoice\u202efdp.exe");
  writeFileSync(disguised, readFileSync(withOneByteChanged(stamped)));
  await page.getByLabel("Choose a file to check").last().setInputFiles(disguised);
  const report = page.getByRole("article");
  await expect(report.getByText("The stamped copy")).toHaveText("invoicefdp.exe · The stamped copy");
  await expect(report.locator("bdi")).toHaveText("invoicefdp.exe");
});
