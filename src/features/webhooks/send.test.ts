import { afterAll, beforeAll, expect, test } from "bun:test";
import { once } from "node:events";
import { createServer, type Server } from "node:https";
import { createServer as createPlainServer } from "node:net";
import { OpensslFolder } from "../../issuing/tsa/test-tsa-tools.ts";
import { send } from "./send.ts";
import { startReceiver } from "./test-webhooks.ts";

const receiver = startReceiver();
const message = { headers: {}, body: "{}", allowsPrivate: true, timeoutMs: 15_000 };
const here = async () => ["127.0.0.1"];
const openssl = new OpensslFolder();

/** A server with a self-signed certificate for the name hooks.example and the address 127.0.0.1. */
let secure: Server;
let trusted: string;
let securePort: number;
const bodies: string[] = [];

beforeAll(async () => {
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "key.pem"];
  const names = ["-subj", "/CN=hooks", "-addext", "subjectAltName=DNS:hooks.example,IP:127.0.0.1"];
  const made = openssl.run("req", "-x509", "-days", "2", ...key, ...names, "-out", "cert.pem");
  if (made.code !== 0) throw new Error(made.text);
  trusted = Buffer.from(openssl.read("cert.pem")).toString();
  secure = createServer({ key: Buffer.from(openssl.read("key.pem")), cert: trusted }, (request, answer) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      bodies.push(`${request.headers.host} ${body}`);
      answer.end("thanks");
    });
  });
  await new Promise<void>((resolve) => secure.listen(0, "127.0.0.1", resolve));
  const address = secure.address();
  securePort = typeof address === "object" ? (address?.port ?? 0) : 0;
});
afterAll(async () => {
  secure.close();
  openssl.remove();
  await receiver.stop();
});

test("a name is resolved once, and the connection goes to exactly the address that was checked [threat W2]", async () => {
  const asked: string[] = [];
  const lookUp = async (name: string) => (asked.push(name) === 1 ? ["127.0.0.1"] : ["192.0.2.1"]);
  const { port } = new URL(receiver.url);
  const answer = await send({ ...message, url: `http://hooks.example:${port}/`, network: { lookUp } });
  expect(answer).toEqual({ status: 200, text: "thanks" });
  expect(asked).toEqual(["hooks.example"]);
  expect(receiver.received.at(-1)?.headers.host).toBe(`hooks.example:${port}`);
});

for (const inner of ["127.0.0.1", "169.254.169.254", "::1", "::ffff:10.0.0.1", "0.0.0.0"]) {
  test(`a name that resolves to ${inner}, even along with a public address, gets nothing [threat W2]`, async () => {
    const before = bodies.length;
    const lookUp = async () => ["93.184.216.34", inner];
    const url = `https://hooks.example:${securePort}/`;
    const answer = await send({ ...message, url, allowsPrivate: false, network: { lookUp, trusted } });
    expect(answer).toMatchObject({ failure: { code: "webhook-host-not-public" } });
    expect(bodies).toHaveLength(before);
  });
}

test("an unknown name gets the same answer as a private one, so the answer reveals nothing about the private network", async () => {
  const sendTo = (addresses: string[], allowsPrivate: boolean) =>
    send({
      ...message,
      allowsPrivate,
      url: "https://hooks.example/",
      network: { lookUp: async () => addresses },
    });
  expect(await sendTo([], false)).toEqual(await sendTo(["10.0.0.7"], false));
  expect(await sendTo([], true)).toMatchObject({ failure: { code: "webhook-host-unknown" } });
});

test("a slow name lookup and a silent endpoint time out [threat W5]", async () => {
  const never = new Promise<never>(() => "nothing");
  receiver.answer = () => never;
  const [lookup, answer] = await Promise.all([
    send({ ...message, url: "https://hooks.example/", timeoutMs: 50, network: { lookUp: () => never } }),
    send({ ...message, url: receiver.url, timeoutMs: 50 }),
  ]);
  const failure = { code: "webhook-timeout", params: { seconds: 0.05 } };
  expect([lookup, answer]).toMatchObject([{ failure }, { failure }]);
});

/** A server that sends one chunk, and then another one repeatedly. */
function startChatterer(first: string, again: string) {
  const chunk = again.repeat(Math.ceil(65_536 / again.length));
  return createPlainServer((socket) => {
    const goOn = () => {
      while (socket.write(chunk));
    };
    socket.on("error", () => socket.destroy());
    socket.on("drain", goOn);
    socket.write(first);
    goOn();
  }).listen(0, "127.0.0.1");
}

const inChunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
const muchForNothing = { failure: { code: "webhook-answer-too-long" } };
for (const [what, first, again, expected] of [
  ["blank lines", "", "\r\n", muchForNothing],
  ["interim answers", "", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", muchForNothing],
  ["zeros before the length of a chunk", inChunks, "0", muchForNothing],
  ["body", inChunks, "1\r\nx\r\n", { status: 200, text: "x".repeat(1024) }],
] as const) {
  test(`an endpoint that sends ${what} forever is cut off after the beginning of its answer [threat W6]`, async () => {
    const chatterer = startChatterer(first, again);
    await once(chatterer, "listening");
    const address = chatterer.address();
    const port = typeof address === "object" ? address?.port : undefined;
    expect(await send({ ...message, url: `http://127.0.0.1:${port}/` })).toMatchObject(expected);
    chatterer.close();
  });
}

test("a certificate is valid for the name or the address in the endpoint's URL, when a trusted authority signed it [threat W3]", async () => {
  const ask = (host: string, ...ca: string[]) => {
    const [own] = ca;
    const network = { lookUp: here, ...(own !== undefined && { trusted: own }) };
    return send({ ...message, url: `https://${host}:${securePort}/`, network });
  };
  expect(await ask("hooks.example", trusted)).toEqual({ status: 200, text: "thanks" });
  expect(await ask("127.0.0.1", trusted)).toEqual({ status: 200, text: "thanks" });
  const taken = [`hooks.example:${securePort} {}`, `127.0.0.1:${securePort} {}`];
  expect(bodies).toEqual(taken);
  expect(await ask("other.example", trusted)).toMatchObject({
    failure: { code: "webhook-unreachable-because", params: { reason: "ERR_TLS_CERT_ALTNAME_INVALID" } },
  });
  expect(await ask("hooks.example")).toMatchObject({
    failure: {
      code: "webhook-unreachable-because",
      params: { reason: expect.stringMatching(/SELF_SIGNED|VERIFY/) },
    },
  });
  expect(bodies).toEqual(taken);
});
