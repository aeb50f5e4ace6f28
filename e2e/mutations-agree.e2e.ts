import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Page } from "@playwright/test";
import { publishedTrust } from "../src/evidence/verifier/published-trust.ts";
import type { Verdict } from "../src/evidence/verifier/report.ts";
import {
  type Asked,
  findFalseVerdict,
  type Handed,
  handedFiles,
  issueFiles,
  makeImposter,
  nothingChanged,
} from "../src/evidence/verifier/test-mutated-evidence.ts";
import { readersTrustFile, textsWithWitness } from "../src/evidence/verifier/test-witnessed.ts";
import { answer } from "../src/server/cli/verify.ts";
import { expect, test } from "./support/browser.ts";
import {
  type Answers,
  dropOnOfflinePage,
  dropOnPage,
  openOfflinePage,
  openPage,
  readAnswers,
  runVerify,
} from "./support/verifiers.ts";

/** MUTATIONS=1000 is the long run. */
const count = Number(process.env.MUTATIONS ?? 60);
/** How many of them a process of its own answers as well. */
const processes = 2;
const built = join(import.meta.dir, "../dist/web/verify.html");

/** The keys of the service that made the files, as files, as options of the command, and in the two pages. */
async function publish(page: Page, folder: string): Promise<{ options: KeyFiles; html: string }> {
  const published = Object.entries(publishedTrust) as [keyof typeof publishedTrust, string][];
  const paths = published.map(([what, address]) => {
    const path = join(folder, what);
    writeFileSync(path, textsWithWitness[what]);
    return [what, address, path] as const;
  });
  for (const [, address, path] of paths) await page.route(`**${address}`, (route) => route.fulfill({ path }));
  // Without the server's record, like the other two.
  await page.route("**/api/trpc/**", (route) => route.abort());
  const html = join(folder, "verify.html");
  const place = '<script type="application/json" id="keys">{}</script>';
  writeFileSync(
    html,
    readFileSync(built, "utf8").replace(place, () =>
      place.replace("{}", () => JSON.stringify(textsWithWitness)),
    ),
  );
  const { vkeys, ...others } = Object.fromEntries(paths.map(([what, , path]) => [what, path]));
  return { options: { ...others, vkey: vkeys }, html };
}

type KeyFiles = Parameters<typeof answer>[1];

/** The same files on disk, whose names no other hand has. */
function write(folder: string, number: number, handed: Handed): { handed: Handed; paths: string[] } {
  const place = join(folder, String(number));
  mkdirSync(place);
  const rename = (name: string) => `${number} ${name}`;
  const files = handed.files.map((file) => ({ ...file, name: rename(file.name) }));
  const paths = files.map(({ name, bytes }) => {
    writeFileSync(join(place, name), bytes);
    return join(place, name);
  });
  const { genuine, proven } = handed;
  return {
    handed: { ...handed, files, genuine: genuine.map(rename), proven: proven?.map(rename) },
    paths,
  };
}

/** The color of each file on the record page, by the class of its upper edge. */
async function colorsOn(page: Page, names: string[]): Promise<Record<string, Verdict>> {
  const edges = { good: "passed", claim: "claimed", warn: "indeterminate", bad: "failed" } as const;
  const classes = await page.locator("article").evaluateAll((all) => all.map(({ className }) => className));
  return Object.fromEntries(
    classes.map((list, at) => {
      const [, edge = ""] = /border-t-(good|claim|warn|bad)/.exec(list) ?? [];
      return [names[at], edges[edge as keyof typeof edges]];
    }),
  );
}

async function colorsOffline(page: Page): Promise<Record<string, Verdict>> {
  const said = await page
    .locator("article")
    .evaluateAll((all) => all.map((one) => [one.querySelector("bdi")?.textContent, one.className]));
  return Object.fromEntries(said);
}

const evidenceTitles =
  /(An evidence pack|A timestamp|A signed statement|A receipt from the public log|An evidence record)\.$|^This evidence pack /;

/** What the exit code must be, by what a reader of the page sees. */
function expectedExit(colors: Record<string, Verdict>, said: Answers): number {
  const all = Object.entries(colors);
  const isPack = (name: string) => /(An evidence pack\.$|^This evidence pack )/.test(said[name]?.[0] ?? "");
  const others = all.filter(([name]) => !evidenceTitles.test(said[name]?.[0] ?? ""));
  const packs = all.filter(([name]) => isPack(name));
  const subjects = [others, packs, all].find((some) => some.length > 0) ?? [];
  const verdicts = [...subjects, ...packs.filter(([, verdict]) => verdict === "indeterminate")].map(
    ([, verdict]) => verdict,
  );
  if (all.some(([, verdict]) => verdict === "failed")) return 1;
  if (verdicts.includes("indeterminate")) return 2;
  return verdicts.includes("claimed") ? 3 : 0;
}

test("of files and evidence changed or mixed in any way, command, page and verify.html say the same in the same color, nothing false, and the exit code says it, too [threat V2]", async ({
  page,
  context,
  folder,
}) => {
  test.setTimeout(7_200_000);
  const { options, html } = await publish(page, folder);
  const trustFile = join(folder, "trust.json");
  writeFileSync(trustFile, readersTrustFile);
  const imposter = await makeImposter();
  const [lease, deed] = [await issueFiles("table"), await issueFiles("stream", { isVouched: true })];
  await openPage(page);
  const offline = await openOfflinePage(context, html);
  const wrong: string[] = [];
  const codes = new Set<number>();
  let number = 0;
  const changed = handedFiles([lease, deed], imposter, count, 1);
  for (const handed of [...changed, nothingChanged(deed)]) {
    // From the middle on, the reader has an authority and a witness of their own.
    const isVouching = number >= count / 2;
    const asked: Asked = { vouched: isVouching ? [deed] : [] };
    const hand = write(folder, number, handed);
    const isFirst = number === Math.ceil(count / 2);
    const lists = isFirst ? [trustFile] : [];
    const sources = { ...options, ...(isVouching ? { trust: trustFile } : {}) };
    const { said, exitCode } = await answer(hand.paths, { ...sources, details: true });
    const command = readAnswers({ text: said.join("\n") }, hand.paths);
    const names = hand.paths.map((path) => basename(path));
    const ofPage = await dropOnPage(page, hand.paths, lists);
    const ofOffline = await dropOnOfflinePage(offline, hand.paths, lists);
    expect(Object.keys(command)).toHaveLength(names.length);
    expect({ kind: handed.kind, page: ofPage }).toEqual({ kind: handed.kind, page: command });
    expect({ kind: handed.kind, offline: ofOffline }).toEqual({ kind: handed.kind, offline: command });
    const colors = await colorsOn(page, names);
    expect(await colorsOffline(offline)).toEqual(colors);
    expect([handed.kind, exitCode]).toEqual([handed.kind, expectedExit(colors, command)]);
    codes.add(exitCode);
    for (const [name, verdict] of Object.entries(colors)) {
      const words = command[name]?.slice(0, 2).join(" ") ?? "";
      const found = findFalseVerdict({ name, verdict, words }, hand.handed, asked);
      if (found) wrong.push(found);
    }
    number += 1;
    if (number <= processes) {
      const words = ["ca", "crl", "jwks", "vkey", "witnesses"].flatMap((what) => [
        `--${what}`,
        String(options[what as keyof KeyFiles]),
      ]);
      const own = await runVerify([
        ...hand.paths,
        "--details",
        ...words,
        "--stamp-ca",
        String(options.stampCa),
      ]);
      expect(own).toEqual({ text: `${said.join("\n")}\n`, exitCode });
    }
  }
  expect(wrong).toEqual([]);
  expect([...codes].toSorted()).toEqual([0, 1, 2, 3]);
});
