import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/**
 * What the server says about a name. `txt`: its TXT records. `alias`: another name that has them. `code`: an error,
 * such as 2 (SERVFAIL) or 3 (NXDOMAIN). Or how it misbehaves: it says nothing, sends an answer over TCP byte by byte
 * and never ends it, or answers what no one asked.
 */
type DnsAnswer =
  | { txt: string[] }
  | { alias: string; txt: string[] }
  | { code: number }
  | "silent"
  | "dripping"
  | "astray";

export type TestDnsServer = {
  /** For DNS_SERVER. */
  address: string;
  /** By name in lower case; `*.` stands for every name below that has no answer of its own. Others do not exist. */
  answers: Map<string, DnsAnswer>;
  /** Every name that was asked for, over UDP and then over TCP. */
  asked: { name: string; over: "udp" | "tcp" }[];
  stop: () => Promise<void>;
};

const typeTxt = 16;
const typeAlias = 5;
const nameError = 3;
/** RFC 1035: what does not fit is truncated, and asked for again over TCP. */
const maxUdpBytes = 512;

/** A real name server on this machine (RFC 1035), over UDP and TCP, that answers as a test wishes. */
export async function startTestDnsServer(): Promise<TestDnsServer> {
  const answers: TestDnsServer["answers"] = new Map();
  const asked: TestDnsServer["asked"] = [];
  const open = new Set<Socket>();
  const tcp = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket)).on("error", () => socket.destroy());
    let waiting = Buffer.alloc(0);
    socket.on("data", (bytes: Buffer) => {
      waiting = Buffer.concat([waiting, bytes]);
      if (waiting.length < 2 || waiting.length < 2 + waiting.readUInt16BE(0)) return;
      const question = readQuestion(waiting.subarray(2));
      asked.push({ name: question.name, over: "tcp" });
      const answer = find(answers, question.name);
      if (answer === "silent") return;
      if (answer === "dripping") {
        const drip = setInterval(() => socket.write(Buffer.alloc(1)), 100);
        socket.on("close", () => clearInterval(drip));
        return;
      }
      const message = write(question, answer);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(message.length);
      socket.end(Buffer.concat([length, message]));
    });
  });
  tcp.listen(0, "127.0.0.1");
  await once(tcp, "listening");
  const bound = tcp.address();
  if (bound === null || typeof bound === "string") throw new Error("The test's name server has no port.");
  const udp = createSocket("udp4");
  udp.on("message", (bytes, { address, port }) => {
    const question = readQuestion(bytes);
    asked.push({ name: question.name, over: "udp" });
    const answer = find(answers, question.name);
    if (answer === "silent") return;
    const message = write(question, answer);
    const isTruncated = answer === "dripping" || message.length > maxUdpBytes;
    udp.send(isTruncated ? write(question, { txt: [] }, true) : message, port, address);
  });
  udp.bind(bound.port, "127.0.0.1");
  await once(udp, "listening");
  return {
    address: `127.0.0.1:${bound.port}`,
    answers,
    asked,
    async stop() {
      udp.close();
      for (const socket of open) socket.destroy();
      tcp.close();
      await once(tcp, "close");
    },
  };
}

function find(answers: TestDnsServer["answers"], name: string): DnsAnswer {
  const own = answers.get(name);
  if (own) return own;
  const labels = name.split(".");
  const above = labels.map((_, index) => `*.${labels.slice(index + 1).join(".")}`);
  return above.map((wildcard) => answers.get(wildcard)).find(Boolean) ?? { code: nameError };
}

type Question = { id: number; name: string; bytes: Buffer };

function readQuestion(message: Buffer): Question {
  const labels: string[] = [];
  let at = 12;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const bytes = Buffer.from(message.subarray(12, at + 5));
  return { id: message.readUInt16BE(0), name: labels.join(".").toLowerCase(), bytes };
}

function write({ id, bytes }: Question, answer: DnsAnswer, isTruncated = false): Buffer {
  const isWritten = typeof answer === "object";
  const records = isWritten ? writeRecords(answer) : [];
  const header = Buffer.alloc(12);
  header.writeUInt16BE(answer === "astray" ? id ^ 1 : id, 0);
  // An answer, with authority, to a question that wanted recursion, which is available.
  header.writeUInt8(isTruncated ? 0x87 : 0x85, 2);
  header.writeUInt8(0x80 | (isWritten && "code" in answer ? answer.code : 0), 3);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, bytes, ...records]);
}

function writeRecords(answer: Exclude<DnsAnswer, string>): Buffer[] {
  if ("code" in answer) return [];
  const alias = "alias" in answer ? writeName(answer.alias) : undefined;
  // A pointer to the name in the question.
  const asked = Buffer.from([0xc0, 0x0c]);
  return [
    ...(alias ? [writeRecord(asked, typeAlias, alias)] : []),
    ...answer.txt.map((text) => writeRecord(alias ?? asked, typeTxt, writeStrings(text))),
  ];
}

function writeRecord(name: Buffer, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt32BE(300, 4);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([name, head, data]);
}

const writeName = (name: string) =>
  Buffer.concat([...name.split("."), ""].map((label) => Buffer.from([label.length, ...Buffer.from(label)])));

/** In pieces of at most 255 bytes; a short text is one piece. */
function writeStrings(text: string): Buffer {
  const bytes = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 255) || 1 }, (_, index) =>
    bytes.subarray(index * 255, (index + 1) * 255),
  );
  return Buffer.concat(pieces.flatMap((piece) => [Buffer.from([piece.length]), piece]));
}
