import { connect, createServer, type Socket } from "node:net";
import { freePort } from "./free-port.ts";

/** A connection to PostgreSQL that counts what passes. */
export type PostgresLine = {
  /** The address of the database through this line. */
  url: string;
  /** What passed since this was last called. */
  take: () => Traffic;

  close: () => Promise<void>;
};

type Traffic = {
  /** How often a client waited for answers. What it sends while it waits already is no further round trip. */
  roundTrips: number;
  /** The statements that PostgreSQL ran, in the order in which they were sent, including BEGIN and COMMIT. */
  statements: string[];
  /** How many of them PostgreSQL had to parse first. */
  parsed: number;
};

/** The message with which a client ends a request. */
const requestEnds = ["S", "Q"];
const startPacketBytes = 4;

/** Reads the messages of PostgreSQL's protocol, version 3, on the way to PostgreSQL and back. Without TLS. */
export async function openPostgresLine(targetUrl: string): Promise<PostgresLine> {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  let traffic: Traffic = { roundTrips: 0, statements: [], parsed: 0 };
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    const prepared = new Map<string, string>();
    let [waiting, bound] = [0, ""];
    const asked = messageReader(true, (type, body) => {
      if (type === "Q") traffic.statements.push(textAt(body, 0));
      if (type === "P") {
        const name = textAt(body, 0);
        prepared.set(name, textAt(body, Buffer.byteLength(name) + 1));
        traffic.parsed += 1;
      }
      if (type === "B") bound = textAt(body, Buffer.byteLength(textAt(body, 0)) + 1);
      if (type === "E") traffic.statements.push(prepared.get(bound) ?? "");
      if (!requestEnds.includes(type)) return;
      if (waiting === 0) traffic.roundTrips += 1;
      waiting += 1;
    });
    const answered = messageReader(false, (type) => {
      // The first one belongs to the start of the connection.
      if (type === "Z") waiting = Math.max(0, waiting - 1);
    });
    for (const [from, to, read] of [
      [client, server, asked],
      [server, client, answered],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on("data", (bytes: Buffer) => {
        read(bytes);
        to.write(bytes);
      });
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const port = await freePort();
  await new Promise<void>((resolve) => proxy.listen(port, "127.0.0.1", resolve));
  const url = new URL(targetUrl);
  [url.hostname, url.port] = ["127.0.0.1", String(port)];
  return {
    url: url.href,

    take() {
      const taken = traffic;
      traffic = { roundTrips: 0, statements: [], parsed: 0 };
      return taken;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

/** The text that ends with a zero. */
const textAt = (body: Buffer, start: number) => body.toString("utf8", start, body.indexOf(0, start));

/** Calls `onMessage` for each complete message. The first one of a client has no type. */
function messageReader(isClient: boolean, onMessage: (type: string, body: Buffer) => void) {
  let pending = Buffer.alloc(0);
  let isFirst = isClient;
  return (bytes: Buffer) => {
    pending = Buffer.concat([pending, bytes]);
    for (;;) {
      const typeBytes = isFirst ? 0 : 1;
      if (pending.length < typeBytes + startPacketBytes) return;
      const end = typeBytes + pending.readUInt32BE(typeBytes);
      if (pending.length < end) return;
      if (!isFirst) onMessage(String.fromCharCode(pending[0] ?? 0), pending.subarray(5, end));
      isFirst = false;
      pending = pending.subarray(end);
    }
  };
}
