import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pageTexts } from "../src/testing/inspect.ts";
import { startTestDnsServer } from "../src/testing/test-dns-server.ts";
import { save } from "./support/attesting.ts";
import { expect, expectStamped, openMoreOptions, register, test, upload } from "./support/browser.ts";
import { startProduct } from "./support/product.ts";
import { writeTextPdf } from "./support/samples.ts";

test("an owner proves a domain with a DNS record, and certificate and record page say so", async ({
  browser,
}) => {
  const dns = await startTestDnsServer();
  const product = await startProduct({ DNS_SERVER: dns.address, TRIAL_DOCUMENTS: "unlimited" });
  const folder = mkdtempSync(join(tmpdir(), "attestamp-e2e-"));
  const context = await browser.newContext({ baseURL: product.origin });
  const page = await context.newPage();
  try {
    await register(page, "/office");
    await page.getByLabel("Name of the office").fill("Doe & Partners LLP");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("link", { name: "Doe & Partners LLP" }).first().click();
    const domains = page.getByRole("region", { name: "Domains" });
    await domains.getByLabel("Domain", { exact: true }).fill("co.uk");
    await domains.getByRole("button", { name: "Add", exact: true }).click();
    await expect(domains.getByText("Anyone can register names under co.uk")).toBeVisible();
    await domains.getByLabel("Domain", { exact: true }).fill("Peña.example.com");
    await domains.getByRole("button", { name: "Add", exact: true }).click();
    await expect(domains.getByText("xn--pea-8ma.example.com", { exact: true })).toBeVisible();
    await expect(domains.getByText("(peña.example.com)")).toBeVisible();
    await domains.getByRole("button", { name: /^Check now/ }).click();
    await expect(domains.getByText("the record was not found.", { exact: false })).toBeVisible();
    const name = await domains.getByLabel("Name", { exact: true }).inputValue();
    dns.answers.set(name, { txt: [await domains.getByLabel("Value", { exact: true }).inputValue()] });
    await domains.getByRole("button", { name: /^Check now/ }).click();
    await expect(domains.getByText("Verified", { exact: true })).toBeVisible();
    await expect(domains.getByText("On new certificates")).toBeVisible();

    await page.goto("/");
    const lease = join(folder, "lease.pdf");
    await writeTextPdf(lease, 1);
    await upload(page, lease);
    await openMoreOptions(page);
    await page.getByLabel(/^Issue it to me, for the office/).check();
    await page.getByRole("button", { name: "Stamp this document" }).click();
    await expectStamped(page);
    const certificate = await save(page, "Download certificate", folder);
    const text = (await pageTexts(certificate)).join(" ").replace(/\s+/g, " ");
    expect(text).toContain("for the office “Doe & Partners LLP”");
    expect(text).toContain("Domain xn--pea-8ma.example.com (peña.example.com), verified by a DNS record on");
    const serialNumber = /AT-[0-9A-Z-]{23}/.exec(text)?.[0];
    await page.goto(`/verify/${serialNumber}`);
    await expect(page.getByText("xn--pea-8ma.example.com (peña.example.com)").first()).toBeVisible();
    await expect(page.getByText("with a DNS record, last seen on", { exact: false }).first()).toBeVisible();
    await expect(page.getByRole("main").getByText("Doe & Partners LLP").first()).toBeVisible();
  } finally {
    await context.close();
    await Promise.all([product.stop(), dns.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
});
