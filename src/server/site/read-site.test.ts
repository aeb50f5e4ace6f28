import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { plans } from "../../features/billing/plans.ts";
import { makeTestFolder } from "../../testing/test-server.ts";
import { describeChanges } from "../cli/site.ts";
import { readConfig } from "../read-config.ts";
import { readServerConfig } from "../read-server-config.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = makeTestFolder();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function put(name: string, content: string | object): void {
  mkdirSync(join(dataDir, "site"), { recursive: true });
  writeFileSync(join(dataDir, "site", name), typeof content === "string" ? content : JSON.stringify(content));
}

const read = (settings: Record<string, string> = {}) => readServerConfig({ DATA_DIR: dataDir, ...settings });

function issuesOf(settings?: Record<string, string>): string[] {
  try {
    read(settings);
  } catch (error) {
    if (error instanceof Error) return error.message.split("\n  ").slice(1);
  }
  return [];
}

test("without the folder, or with an empty one, a server is unchanged", () => {
  expect(read()).toEqual(readConfig({ DATA_DIR: dataDir }));
  mkdirSync(join(dataDir, "site"));
  expect(read()).toEqual(readConfig({ DATA_DIR: dataDir }));
  put("site.json", "{}");
  expect(read()).toEqual(readConfig({ DATA_DIR: dataDir }));
  expect(read().plans).toEqual(plans);
});

test("site.json gives a server its name, color, support address and prices, and may have comments", () => {
  put(
    "site.json",
    `{
      // Our own.
      "name": "Harbor Notary",
      "accentColor": "#7a1f5c",
      "supportEmail": "help@harbor.example",
      "plans": {
        "payper": { "price": 4.5 },
        "smallbundle": { "offered": false },
        "bundle": { "price": 49, "documents": 40, "badge": { "en": "For schools", "es": "Para escuelas" } },
        "unlimited": { "taxable": false, "perMember": true },
      },
    }`,
  );
  const config = read();
  expect(config).toMatchObject({ productName: "Harbor Notary", supportEmail: "help@harbor.example" });
  expect(config.accent?.["--brand"]?.light).toBe("#7a1f5c");
  expect(config.plans).toMatchObject({
    trial: plans.trial,
    payper: { price: 450, offered: true },
    smallbundle: { offered: false },
    bundle: {
      price: 4900,
      documentLimit: 40,
      badge: "For schools",
      badgeTranslations: { es: "Para escuelas" },
    },
    unlimited: { price: 999, taxable: false, perMember: true },
  });
});

test("all errors are reported together, each with its file and field", () => {
  put("site.json", {
    name: "",
    accentColor: "#ffcc00",
    supportEmail: "help",
    plans: { payper: { price: 0.3 }, smallbundle: { documents: 2.5, taxable: true }, pro: {} },
    colour: "red",
  });
  put("privcay.md", "# Privacy");
  expect(issuesOf()).toEqual([
    expect.stringMatching(/^privcay\.md: is not a known file\. The known files are site\.json,/),
    "site.json: name: Please write at least one character",
    "site.json: supportEmail: Please write an email address",
    "site.json: plans.payper.price: Please write 0.50 or more: Stripe charges no less",
    "site.json: plans.smallbundle.documents: Please write a whole number from 1 to 10000",
    expect.stringMatching(
      /^site\.json: plans\.smallbundle: "taxable" is not known\. The fields here are offered,/,
    ),
    expect.stringMatching(/^site\.json: plans: "pro" is not known\. The fields here are trial, payper,/),
    expect.stringMatching(/^site\.json: "colour" is not known\. The fields here are name, accentColor,/),
  ]);
});

test("a file that is not JSON, an unreadable color and a false badge are refused", () => {
  put("site.json", '{ "name": Harbor }');
  expect(issuesOf()).toEqual([expect.stringMatching(/^site\.json: cannot be read: /)]);
  put("site.json", { accentColor: "#ffcc00" });
  expect(issuesOf()).toEqual([expect.stringMatching(/^site\.json: accentColor: #ffcc00 is hard to read/)]);
  put("site.json", { plans: { bundle: { price: 120 } } });
  expect(issuesOf()).toEqual([
    'site.json: plans.bundle.badge: "Save $150" would not be true with these prices. The plan saves $119.76 now. Please write another badge, or null for none.',
  ]);
});

test("nothing may be set in two places: a value that differs from a setting is refused, but the same value is accepted", () => {
  put("site.json", { name: "Harbor Notary", supportEmail: "help@harbor.example" });
  const settings = { PRODUCT_NAME: "Attestamp", SUPPORT_EMAIL: "other@harbor.example" };
  expect(issuesOf(settings)).toEqual([
    'site.json: name: "Harbor Notary" differs from the setting PRODUCT_NAME. Please remove one.',
    'site.json: supportEmail: "help@harbor.example" differs from the setting SUPPORT_EMAIL. Please remove one.',
  ]);
  expect(read({ PRODUCT_NAME: "Harbor Notary" }).productName).toBe("Harbor Notary");
});

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><path d="M0 0h9v9z"/></svg>';

test("a logo and legal texts are read, and a text without a translation is the same for everyone", () => {
  put("logo.svg", drawing);
  put("privacy.md", "# What we keep\n\nLittle.");
  put("privacy.es.md", "# Lo que guardamos\n\nPoco.");
  put("terms.md", "Be kind.");
  const { logo, mailLogo, legalTexts, privacyUrl, termsUrl } = read();
  expect([logo?.type, logo?.width, mailLogo]).toEqual(["image/svg+xml", 120, undefined]);
  expect(legalTexts).toEqual({
    privacy: {
      en: { language: "en", title: "What we keep", html: "<p>Little.</p>" },
      es: { language: "es", title: "Lo que guardamos", html: "<p>Poco.</p>" },
    },
    terms: { en: { language: "en", title: null, html: "<p>Be kind.</p>" } },
  });
  expect([privacyUrl, termsUrl]).toEqual(["/privacy", "/terms"]);
});

test("a logo that runs something, and a legal text with an image, without content or with a different address in the settings are refused", () => {
  put("logo.svg", drawing.replace("<path", "<script/><path"));
  put("logo.png", "no picture");
  put("privacy.md", "![map](map.png)\n\nHere we are.");
  put("terms.es.md", "");
  expect(issuesOf()).toEqual([
    expect.stringMatching(/^logo\.svg: has <script>/),
    "logo.png: is not a complete PNG file.",
    "privacy.md: Images are not shown. Please remove them.",
    "terms.es.md: has no text.",
    "terms.es.md: needs terms.md, which is shown in all other languages.",
  ]);
  for (const name of ["logo.svg", "logo.png", "terms.es.md"]) rmSync(join(dataDir, "site", name));
  put("privacy.md", "Here we are.");
  expect(issuesOf({ PRIVACY_URL: "https://harbor.example/privacy" })).toEqual([
    "privacy.md: the setting PRIVACY_URL is set as well. Please remove one.",
  ]);
});

test("hidden files and an editor's backup copies are ignored", () => {
  put("site.json", { name: "Harbor Notary" });
  for (const name of [".DS_Store", ".site.json.swp", "site.json~"]) put(name, "anything");
  expect(read().productName).toBe("Harbor Notary");
});

test("an operator can see what the folder changes before a restart", () => {
  put("site.json", {
    name: "Harbor Notary",
    accentColor: "#7a1f5c",
    plans: {
      payper: { price: 4.5 },
      trial: { documents: 1 },
      bundle: { offered: false },
      unlimited: { perMember: true },
    },
  });
  expect(describeChanges(readConfig({ DATA_DIR: dataDir }), read())).toEqual([
    "name                Harbor Notary   (without the folder: Attestamp)",
    expect.stringMatching(/^accent color {8}#7a1f5c on light backgrounds, #[0-9a-f]{6} on dark ones$/),
    "Free Trial          free for 1 document   (without the folder: free for 3 documents)",
    "Pay Per Document    $4.50 for 1 document   (without the folder: $2.99 for 1 document)",
    'Bundle              not offered   (without the folder: $59.99 for 35 documents, badge "Save $150")',
    "Unlimited Monthly   $9.99 a month, for each member of an office who may stamp, plus taxes   (without the folder: $9.99 a month, plus taxes)",
  ]);
});

test("the free documents are in one place: TRIAL_DOCUMENTS, or site.json", () => {
  put("site.json", { plans: { payper: { price: 4.5 } } });
  expect(read({ TRIAL_DOCUMENTS: "unlimited" }).plans).toMatchObject({
    trial: { documentLimit: null },
    payper: { price: 450 },
  });
  expect(describeChanges(readConfig({}), read({ TRIAL_DOCUMENTS: "unlimited" }))).toContain(
    "Free Trial          free without a limit   (without the folder: free for 3 documents)",
  );
  put("site.json", { plans: { trial: { documents: 5 } } });
  expect(read({ TRIAL_DOCUMENTS: "5" }).plans.trial.documentLimit).toBe(5);
  expect(issuesOf({ TRIAL_DOCUMENTS: "unlimited" })).toEqual([
    'site.json: plans.trial.documents: "5" differs from the setting TRIAL_DOCUMENTS. Please remove one.',
  ]);
});
