import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { unzipSync } from "fflate";
import { freePort } from "../src/testing/free-port.ts";
import { startQualifiedTsa } from "../src/testing/test-qualified-authority.ts";
import { expect, test } from "./support/browser.ts";
import { openAccount, stampByCall } from "./support/calls.ts";
import { fromSource, startProduct } from "./support/product.ts";
import {
  dropOnOfflinePage,
  dropOnPage,
  openOfflinePage,
  openPage,
  readAnswers,
  runVerify,
} from "./support/verifiers.ts";

const sentences = {
  stated: "Proof of time: claimed only.",
  "own-clock": "Proof of time: own clock only.",
  "seen-later": "Proof of time: anchored later on.",
  external: "Proof of time: external timestamp at the time.",
  qualified: "Proof of time: qualified timestamp at the time.",
};

/** What stands below the verdict: the stage of the first document, and what a forgery would take. */
const stages = {
  stated: "To backdate it, a lie of the service would be enough, or a thief with its key for statements.",
  "own-clock":
    "Stage 1 of 3: no one independent of the service is known to have signed the public log that lists it. Next, within an hour: the authorities and witnesses that the service asks, if it asks any. To backdate it, a lie of the service would be enough, or a thief with all its keys.",
  "seen-later":
    "Stage 2 of 3: one authority or witness outside the service has signed the public log that lists it. Next, if the service asks for one: a Bitcoin block, some hours later. To backdate it by more than two days, those who saw it would have to lie, too, or outdo the work of Bitcoin’s miners.",
  external: "To backdate it, the authority would have to lie; the service alone could not.",
  qualified:
    "To backdate it, the authority, which a state supervises, would have to lie; the service alone could not.",
};

// Roots of the same name would be taken for one authority.
test.use({ settings: { PRODUCT_NAME: "Outside" } });

async function savePack(calls: APIRequestContext, id: string, path: string): Promise<void> {
  writeFileSync(path, await (await calls.get(`/api/documents/${id}/evidence`)).body());
}

test("record page, console and verify.html say the same about a time at each level, and a lie of the own clock is never confirmed [threat V10]", async ({
  browser,
  product: outside,
  folder,
}) => {
  test.setTimeout(600_000);
  const root = await (await fetch(`${outside.origin}/evidence/ca.pem`)).text();
  const lists = join(folder, "trust.json");
  writeFileSync(lists, JSON.stringify({ attestampTrust: 1, timeStampRoots: [root] }));
  const start = fromSource();
  const PORT = String(await freePort());
  const alone = await startProduct({ PORT }, start);
  const { origin } = alone;
  const early = await browser.newContext({ baseURL: origin });
  await openAccount(early.request);
  const path = (name: string) => join(folder, name);
  const first = await stampByCall(early.request, path("first.pdf"));
  await savePack(early.request, first.id, path("own-clock.zip"));
  const { attestation } = await (await early.request.get(`/api/verify/${first.serialNumber}`)).json();
  writeFileSync(path("attestation.jws"), attestation);
  const record = await early.newPage();
  await record.goto(`/verify/${first.serialNumber}`);
  await expect(record.getByText(sentences["own-clock"])).toBeVisible();
  await expect(
    record.getByText(/^Stage 1 of 3: .+ This service asks no authorities or witnesses, .+ all its keys\.$/),
  ).toBeVisible();
  await alone.kill();
  const storageState = await early.storageState();
  await early.close();

  // From now on, an authority outside stamps documents and the head of the log, which has the first document.
  const witnessed = await startProduct(
    { PORT, TSA_URLS: `${outside.origin}/evidence/tsa`, TSA_ROOTS: root },
    start,
  );
  // Browsers keep published roots for some minutes.
  const context = await browser.newContext({ baseURL: origin, storageState });
  const page = await context.newPage();
  const witnesses = async () => (await context.request.get("/evidence/log/witnesses")).text();
  await expect.poll(witnesses, { timeout: 60_000 }).toContain('"token"');
  await savePack(context.request, first.id, path("seen-later.zip"));
  const second = await stampByCall(context.request, path("second.pdf"));
  await savePack(context.request, second.id, path("external.zip"));
  const html = unzipSync(readFileSync(path("external.zip")))["verify.html"] ?? new Uint8Array();
  writeFileSync(path("verify.html"), html);

  const cases: [level: keyof typeof sentences, files: string[], lists: string[]][] = [
    ["stated", ["first.pdf", "attestation.jws"], []],
    ["own-clock", ["own-clock.zip"], [lists]],
    ["own-clock", ["seen-later.zip"], []],
    ["own-clock", ["external.zip"], []],
    ["seen-later", ["seen-later.zip"], [lists]],
    ["external", ["external.zip"], [lists]],
  ];
  for (const [level, names, trust] of cases) {
    const files = names.map(path);
    const option = trust.flatMap((file) => ["--trust", file]);
    const said = readAnswers(await runVerify([...files, "--origin", origin, "--details", ...option]), files);
    const [, summary = "", grown = ""] = said[names[0] ?? ""] ?? [];
    expect([names[0], summary]).toEqual([
      names[0],
      expect.stringMatching(new RegExp(`${sentences[level]}$`)),
    ]);
    expect([names[0], grown]).toEqual([names[0], expect.stringMatching(new RegExp(`${stages[level]}$`))]);
    const isConfirmed = level === "seen-later" || level === "external";
    expect([names[0], /confirms/.test(summary)]).toEqual([names[0], isConfirmed]);
    await openPage(page);
    expect({ page: await dropOnPage(page, files, trust) }).toEqual({ page: said });
    const offline = await openOfflinePage(context, path("verify.html"));
    expect({ offline: await dropOnOfflinePage(offline, files, trust) }).toEqual({ offline: said });
    await offline.close();
  }
  await context.close();
  await witnessed.stop();
});

test("record page, console and verify.html call a timestamp qualified only with the reader's own trusted list [threat V33]", async ({
  browser,
  folder,
}) => {
  test.setTimeout(600_000);
  const tsa = startQualifiedTsa();
  const product = await startProduct(
    { PORT: String(await freePort()), TSA_URLS: tsa.url, TSA_ROOTS: tsa.root },
    fromSource(),
  );
  const { origin } = product;
  const context = await browser.newContext({ baseURL: origin });
  await openAccount(context.request);
  const path = (name: string) => join(folder, name);
  const { id } = await stampByCall(context.request, path("lease.pdf"));
  await savePack(context.request, id, path("pack.zip"));
  const html = unzipSync(readFileSync(path("pack.zip")))["verify.html"] ?? new Uint8Array();
  writeFileSync(path("verify.html"), html);
  writeFileSync(path("trust.json"), tsa.trustFile);
  const page = await context.newPage();
  const files = [path("pack.zip")];
  for (const [level, trust] of [
    ["own-clock", []],
    ["qualified", [path("trust.json")]],
  ] as [keyof typeof sentences, string[]][]) {
    const option = trust.flatMap((file) => ["--trust", file]);
    const said = readAnswers(await runVerify([...files, "--origin", origin, "--details", ...option]), files);
    const [, summary = "", grown = ""] = said["pack.zip"] ?? [];
    expect(summary).toMatch(new RegExp(`${sentences[level]}$`));
    if (level === "qualified") expect(grown).toMatch(new RegExp(`${stages[level]}$`));
    await openPage(page);
    expect({ page: await dropOnPage(page, files, trust) }).toEqual({ page: said });
    const offline = await openOfflinePage(context, path("verify.html"));
    expect({ offline: await dropOnOfflinePage(offline, files, trust) }).toEqual({ offline: said });
    await offline.close();
  }
  await context.close();
  await product.stop();
  tsa.stop();
});
