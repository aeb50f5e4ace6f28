import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { closeDatabase } from "../../../db/client.ts";
import { plans } from "../../features/billing/plans.ts";
import { makeTestFolder, testConfig } from "../../testing/test-server.ts";
import { createDeps } from "../create-deps.ts";
import { readConfig } from "../read-config.ts";
import { createApp } from "./app.ts";
import { fileOf } from "./built-page.ts";
import { withSettings } from "./page-settings.ts";

const index = fileOf(Buffer.from('<head><meta name="server-settings" content="" /></head>'), "text/html");

const settings = {
  origin: "https://stamps.example.org",
  productName: "Attestamp",
  maxUploadMb: 50,
  converter: "auto",
  extraTypes: false,
  retentionHours: 48,
  timeZone: "America/Chicago",
  signupDisabled: false,
  signInProviders: [],
  signInOnlyWithProviders: false,
  payments: undefined,
  plans,
  accent: undefined,
  logo: undefined,
  nameBesideLogo: true,
  credits: "display" as const,
  smtpUrl: undefined,
  tsaUrls: [],
  anchorAuthorities: [],
  otsCalendars: [],
  logWitnesses: [],
  privacyUrl: undefined,
  termsUrl: undefined,
};

/** The settings in the page's head for this configuration. */
function toldBy(config: Parameters<typeof withSettings>[1]): unknown {
  const html = withSettings(new Map([["/index.html", index]]), config)
    .get("/index.html")
    ?.read()
    .toString();
  return JSON.parse((/content="([^"]*)"/.exec(html ?? "")?.[1] ?? "").replaceAll("&quot;", '"'));
}

test("the page knows whether the server sends email, but no mail settings", () => {
  expect(toldBy(settings)).toMatchObject({ sendsMail: false });
  const told = toldBy({ ...settings, smtpUrl: "smtps://user:hush@mail.example.org" });
  expect(told).toMatchObject({ sendsMail: true });
  expect(JSON.stringify(told)).not.toContain("hush");
});

test("the page knows the names of identity providers, but not how the server signs in to them", () => {
  const list = [{ preset: "google", clientId: "an-id", clientSecret: "hush" }];
  const { signInProviders } = readConfig({ SIGN_IN_PROVIDERS: JSON.stringify(list) });
  const told = toldBy({ ...settings, signInProviders });
  expect(told).toMatchObject({ providers: [{ id: "google", name: "Google" }], providersOnly: false });
  expect(JSON.stringify(told)).not.toMatch(/hush|an-id/);
});

test("the page knows whether anyone outside looks at the log, but not who", () => {
  expect(toldBy(settings)).toMatchObject({ hasWitnesses: false });
  const told = toldBy({ ...settings, otsCalendars: ["https://calendar.example.org"] });
  expect(told).toMatchObject({ hasWitnesses: true });
  expect(JSON.stringify(told)).not.toContain("calendar.example");
});

test("the page knows where the operator's legal texts are, and that there are none", () => {
  expect(toldBy(settings)).toMatchObject({ privacyUrl: null, termsUrl: null });
  const privacyUrl = "https://example.org/privacy";
  expect(toldBy({ ...settings, privacyUrl })).toMatchObject({ privacyUrl, termsUrl: null });
});

test("the page knows whether accounts can be created and payments made, but no keys", () => {
  expect(toldBy(settings)).toMatchObject({ signupOpen: true, paymentsOpen: false });
  const payments = {
    secretKey: "sk_secret",
    publishableKey: "pk_public",
    webhookSecret: undefined,
    apiUrl: undefined,
    tax: false,
  };
  const told = toldBy({ ...settings, signupDisabled: true, payments });
  expect(told).toMatchObject({ signupOpen: false, paymentsOpen: true });
  expect(JSON.stringify(told)).not.toMatch(/sk_|pk_/);
});

test("the page promises Word unless the operator turned its conversion off", () => {
  expect(toldBy(settings)).toMatchObject({ acceptsWord: true });
  expect(toldBy({ ...settings, converter: "off" })).toMatchObject({ acceptsWord: false });
});

test("the page knows whether free credits pay for documents", () => {
  expect(toldBy(settings)).toMatchObject({ creditsPay: false });
  expect(toldBy({ ...settings, credits: "redeem" })).toMatchObject({ creditsPay: true });
});

test("the page knows the operator's product name and limits, whatever characters the name has", () => {
  const named = { ...settings, productName: `A"b<c>&$&`, maxUploadMb: 80, retentionHours: 24 };
  const page = withSettings(new Map([["/index.html", index]]), named);
  const told = page.get("/index.html");
  const html = told?.read().toString() ?? "";
  expect(html).toContain(
    'content="{&quot;productName&quot;:&quot;A\\&quot;b&lt;c>&amp;$&amp;&quot;,&quot;maxUploadMb&quot;:80,&quot;acceptsWord&quot;:true,&quot;extraTypes&quot;:false,&quot;retentionHours&quot;:24,',
  );
  expect(brotliDecompressSync(told?.encoded.br?.() ?? Buffer.alloc(0)).toString()).toBe(html);
});

test("the page says whether the browser has a session", async () => {
  await using stack = new AsyncDisposableStack();
  const dataDir = makeTestFolder();
  stack.defer(() => rmSync(dataDir, { recursive: true }));
  const deps = await createDeps(testConfig({ dataDir }));
  stack.defer(() => void closeDatabase(deps.db));
  const app = createApp(deps, withSettings(new Map([["/index.html", index]]), settings));
  const visitors = await app.request("/", {}, {});
  expect([visitors.headers.get("vary"), await visitors.text()]).toEqual([
    "Accept-Encoding, Cookie, Accept-Language",
    expect.stringContaining("isVisitor&quot;:true"),
  ]);
  const headers = {
    cookie: "session=one-that-may-be-over",
    "if-none-match": visitors.headers.get("etag") ?? "",
  };
  const owners = await app.request("/", { headers }, {});
  expect(owners.status).toBe(200);
  expect(await owners.text()).toContain("isVisitor&quot;:false");
});

const visitorsFile = fileOf(
  Buffer.from(
    '<html lang="en"><script>start()</script><style>p{color:red}</style><meta name="server-settings" content="" /><div id="root"></div>',
  ),
  "text/html",
);
/** A fake bundle of the page with the same exports. */
const bundle = `exports.renderer = {
  languageCodes: ["en", "es"],
  openPage: async (language, { productName }) => async (path) =>
    "<h1>" + (language === "es" ? "Hola" : "Hello from " + productName + " at " + path) + "</h1>",
};`;
const builtPage = new Map([
  ["/index.html", index],
  ["/visitors.html", visitorsFile],
  ["/render-page.cjs", fileOf(Buffer.from(bundle), "text/javascript")],
]);

test("title and preview of a shared link show the operator's product name and address", () => {
  const head =
    '<title>x</title><meta property="og:title" content="x"><meta property="og:image" content="x"><meta name="server-settings" content="">';
  const page = withSettings(new Map([["/index.html", fileOf(Buffer.from(head), "text/html")]]), {
    ...settings,
    productName: 'A<b>"&amp;',
  });
  const html = page.get("/index.html")?.read().toString();
  expect(html).toContain('<title>A&lt;b&gt;"&amp;amp;</title>');
  expect(html).toContain('<meta property="og:title" content="A&lt;b>&quot;&amp;amp;">');
  expect(html).toContain('content="https://stamps.example.org/icons/icon-512.png"');
});

test("a visitor gets the page rendered in the language chosen here, otherwise in the browser's; a referral link is not prerendered", async () => {
  await using stack = new AsyncDisposableStack();
  const dataDir = makeTestFolder();
  stack.defer(() => rmSync(dataDir, { recursive: true }));
  const deps = await createDeps(testConfig({ dataDir }));
  stack.defer(() => void closeDatabase(deps.db));
  const app = createApp(deps, withSettings(builtPage, settings));
  const shown = async (path: string, headers: Record<string, string>): Promise<string[]> => {
    const html = await (await app.request(path, { headers }, {})).text();
    return [...html.matchAll(/<html.*?>|<h1>.*?<\/h1>/g)].map(([found]) => found);
  };
  const english = ['<html lang="en">', "<h1>Hello from Attestamp at /</h1>"];
  const spanish = ['<html lang="es">', "<h1>Hola</h1>"];
  expect(await shown("/", {})).toEqual(english);
  expect(await shown("/", { "accept-language": "ca,es-MX;q=0.8,en;q=0.9" })).toEqual(english);
  expect(await shown("/", { "accept-language": "ca,es-MX;q=0.9,en;q=0.8" })).toEqual(spanish);
  expect(await shown("/", { "accept-language": "en", cookie: "language=es" })).toEqual(spanish);
  expect(await shown("/?ref=FRIEND", {})).toEqual(['<html lang="en">']);
  expect(await shown("/nowhere", {})).toEqual(['<html lang="en">']);
  expect((await app.request("/render-page.cjs", {}, {})).status).toBe(404);
  const policy = (await app.request("/", {}, {})).headers.get("content-security-policy") ?? "";
  const source = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  expect(policy.split("; ")).toContain(`script-src 'self' ${source("start()")}`);
  expect(policy.split("; ")).toContain(`style-src 'self' ${source("p{color:red}")}`);
});

test("a page that was not built is absent", () => {
  expect(withSettings(new Map(), settings).size).toBe(0);
});
