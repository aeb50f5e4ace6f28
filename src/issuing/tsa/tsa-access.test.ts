import { afterAll, expect, test } from "bun:test";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runTool } from "../../formats/pdf/test-tools.ts";
import { selfExec } from "../../platform/self-exec.ts";
import { startExternalTsa } from "../../testing/test-external-tsa.ts";
import { makeTestFolder } from "../../testing/test-server.ts";
import { accessTo, noTsaAccess, tsaHeaders, unsafeHosts } from "./tsa-access.ts";

const folder = makeTestFolder();
const authority = startExternalTsa();
afterAll(() => {
  authority.stop();
  rmSync(folder, { recursive: true, force: true });
});

function openssl(...words: string[]): void {
  const { code, text } = runTool("openssl", words, folder);
  if (code !== 0) throw new Error(text);
}
const read = (name: string) => readFileSync(join(folder, name), "utf8");

openssl(
  ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", "/CN=localhost"],
  ...["-addext", "subjectAltName=DNS:localhost", "-keyout", "server.key", "-out", "server.pem"],
);
for (const name of ["client", "stranger"])
  openssl(
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", `/CN=${name}`],
    ...["-keyout", `${name}.key`, "-out", `${name}.pem`],
  );

/** What the authority requires, in front of the one that answers. */
function guarded(isAllowed: (request: Request) => boolean, wantsCertificate: boolean) {
  const server = Bun.serve({
    port: 0,
    hostname: "localhost",
    tls: {
      cert: read("server.pem"),
      key: read("server.key"),
      ...(wantsCertificate && { ca: read("client.pem"), requestCert: true, rejectUnauthorized: true }),
    },
    fetch: async (request) =>
      isAllowed(request)
        ? fetch(authority.url, { method: "POST", body: await request.bytes() })
        : new Response("no", { status: 401 }),
  });
  afterAll(() => server.stop(true));
  return `localhost:${server.port}`;
}

/** The answer of the command that asks each authority once. */
async function connect(settings: Record<string, string>): Promise<string> {
  const child = Bun.spawn([...selfExec, "config", "check", "--connect"], {
    env: {
      PATH: process.env.PATH,
      ANCHORS: "off",
      TSA_ROOTS: authority.root,
      NODE_EXTRA_CA_CERTS: join(folder, "server.pem"),
      ...settings,
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return (await child.exited) === 0 ? "ok" : said.join("");
}

test("an authority that requires a user name and password gets them from its address", async () => {
  const expected = `Basic ${Buffer.from("jane@corp:p:w d").toString("base64")}`;
  const host = guarded(({ headers }) => headers.get("authorization") === expected, false);
  expect(await connect({ TSA_URLS: `https://jane%40corp:p%3Aw%20d@${host}/tsa` })).toBe("ok");
  expect(await connect({ TSA_URLS: `https://${host}/tsa` })).toContain(`${host}: HTTP status 401`);
});

test("an authority that requires an API key gets it in its header, and no secret is shown", async () => {
  const host = guarded(({ headers }) => headers.get("x-api-key") === "hush 1", false);
  const TSA_URLS = `https://${host}/tsa`;
  expect(await connect({ TSA_URLS, TSA_HEADERS: `${host} X-Api-Key: hush 1\n` })).toBe("ok");
  const wrong = await connect({ TSA_URLS, TSA_HEADERS: `${host} X-Api-Key: hush 2` });
  expect(wrong).toContain(`${host}: HTTP status 401`);
  expect(wrong).not.toContain("hush");
});

test("an authority that requires a client certificate gets it", async () => {
  const host = guarded(() => true, true);
  const withCertificate = (name: string) =>
    connect({
      TSA_URLS: `https://${host}/tsa`,
      TSA_CLIENT_CERTIFICATE: read(`${name}.pem`),
      TSA_CLIENT_KEY: read(`${name}.key`),
    });
  expect(await withCertificate("client")).toBe("ok");
  expect(await withCertificate("stranger")).toContain(`TSA_URLS: ${host}: `);
  expect(await connect({ TSA_URLS: `https://${host}/tsa` })).toContain(`TSA_URLS: ${host}: `);
});

test("[threat V34] a header goes only to its own host, and never without encryption over a network", () => {
  const headers = tsaHeaders.parse("tsa.example.org X-Key: a b\n\n OTHER.example.org:8443 Token: c:d\n");
  const access = { ...noTsaAccess, headers };
  expect(accessTo("https://tsa.example.org/x", access).headers).toEqual({ "X-Key": "a b" });
  expect(accessTo("https://other.example.org:8443/", access).headers).toEqual({ Token: "c:d" });
  for (const url of [
    "http://tsa.example.org/x",
    "https://tsa.example.org:444/",
    "https://other.example.org/",
  ])
    expect(accessTo(url, access).headers).toEqual({});
  expect(unsafeHosts(access, ["http://tsa.example.org", "https://other.example.org:8443"])).toEqual([
    "tsa.example.org",
  ]);
  for (const text of ["X-Key: a", "https://tsa.example.org X-Key: a", "tsa.example.org X-Key a", "h X-Key:"])
    expect(tsaHeaders.safeParse(text).success).toBe(false);
});

test("settings that would send a secret nowhere, or half of a client certificate, are refused", async () => {
  const TSA_HEADERS = "tsa.example.org X-Key: hush";
  const refused = await connect({ TSA_URLS: "http://tsa.example.org", TSA_HEADERS });
  expect(refused).toContain("TSA_HEADERS: TSA_URLS has no address with https:// of tsa.example.org.");
  expect(refused).not.toContain("hush");
  writeFileSync(join(folder, "headers"), "nonsense");
  expect(await connect({ TSA_HEADERS_FILE: join(folder, "headers") })).toContain(
    "TSA_HEADERS: Please write HOST NAME: VALUE",
  );
  expect(await connect({ TSA_CLIENT_KEY: read("client.key") })).toContain(
    "Set both TSA_CLIENT_CERTIFICATE and TSA_CLIENT_KEY, or neither.",
  );
});
