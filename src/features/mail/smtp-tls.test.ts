import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { Readable } from "node:stream";
import { OpensslFolder } from "../../issuing/tsa/test-tsa-tools.ts";
import { readConfig } from "../../server/read-config.ts";
import { startTestSmtpServer, type TestSmtpServer } from "../../testing/test-smtp-server.ts";
import { sendOverSmtp, trySmtpLogin } from "./smtp.ts";

/** Not this machine's usual address, so that the connection counts as one to another machine. */
const host = "127.0.0.2";
const openssl = new OpensslFolder();
let relay: { key: string; cert: string };
/** The certificate of the network's own authority, and of one that has nothing to do with the relay. */
let authority: string;
let stranger: string;
const servers: TestSmtpServer[] = [];

const key = (name: string) => [
  "-newkey",
  "ec",
  "-pkeyopt",
  "ec_paramgen_curve:P-256",
  "-nodes",
  "-keyout",
  `${name}.key`,
];

function openSsl(...words: string[]): void {
  const { code, text } = openssl.run(...words);
  if (code !== 0) throw new Error(text);
}

function makeAuthority(name: string): string {
  openSsl("req", "-x509", "-days", "2", ...key(name), "-subj", `/CN=${name}`, "-out", `${name}.pem`);
  return read(`${name}.pem`);
}

const read = (name: string) => Buffer.from(openssl.read(name)).toString();

beforeAll(() => {
  authority = makeAuthority("internal");
  stranger = makeAuthority("stranger");
  const issued = ["-CA", "internal.pem", "-CAkey", "internal.key", "-addext", `subjectAltName=IP:${host}`];
  openSsl(
    "req",
    "-x509",
    "-days",
    "2",
    ...key("relay"),
    "-subj",
    "/CN=relay",
    ...issued,
    "-out",
    "relay.pem",
  );
  relay = { key: read("relay.key"), cert: read("relay.pem") };
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});
afterAll(() => openssl.remove());

async function startRelay(begins: "at once" | "after STARTTLS"): Promise<TestSmtpServer> {
  const server = await startTestSmtpServer({ host, tls: { ...relay, begins } });
  servers.push(server);
  return server;
}

/** Sends a mail as a server with these settings does. */
function send(url: string, settings: Record<string, string>) {
  const { smtpEhlo: ehloName, smtpRoots: roots } = readConfig(settings);
  const envelope = { from: "stamps@example.org", to: "ann@example.org" };
  return sendOverSmtp(
    { url, ehloName, roots },
    envelope,
    Readable.from(["Subject: Hi\r\n\r\nHi\r\n"]),
    async () => {},
  );
}

for (const begins of ["at once", "after STARTTLS"] as const) {
  test(`a relay whose certificate is from the network's own authority is trusted with SMTP_CA, TLS ${begins}`, async () => {
    const { url, received } = await startRelay(begins);
    const withPassword = url.replace("://", "://jane:secret@");
    for (const address of [url, withPassword]) {
      expect(await send(address, { SMTP_CA: authority })).toEqual({ outcome: "sent" });
    }
    expect(received).toHaveLength(2);
    await trySmtpLogin({ url: withPassword, ehloName: undefined, roots: authority });
  });

  test(`without SMTP_CA, or with the certificate of someone else, that relay gets nothing, TLS ${begins}`, async () => {
    const { url, received, tries } = await startRelay(begins);
    const untrusting: Record<string, string>[] = [{}, { SMTP_CA: stranger }];
    for (const settings of untrusting) {
      expect(await send(url, settings)).toMatchObject({ outcome: "refused", final: false });
    }
    expect([received.length, tries()]).toEqual([0, 0]);
  });
}

test("mail servers get the host of the public address as the server's name, or the one in SMTP_EHLO", async () => {
  const { url, received } = await startRelay("at once");
  const trusting = { SMTP_CA: authority };
  const origin = { ...trusting, ORIGIN: "https://stamps.example.org" };
  expect(await send(url, origin)).toEqual({ outcome: "sent" });
  expect(await send(url, { ...origin, SMTP_EHLO: "mx1.example.org" })).toEqual({ outcome: "sent" });
  expect(received.map(({ ehloName }) => ehloName)).toEqual(["stamps.example.org", "mx1.example.org"]);
});
