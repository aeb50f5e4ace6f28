import { connect, createServer, type Server, type Socket } from "node:net";
import { freePort } from "./free-port.ts";

/** A network connection to a server on this machine, which a test can cut. */
export type TestLine = {
  /** The address of the server through this line. */
  url: string;
  /** The number of messages to the server so far, over all connections. */
  messages: () => number;
  /** From now on nothing arrives on either side, and no connection is closed or refused. */
  cut: () => void;
  /** New connections reach the server at this port; existing ones are kept. */
  lead: (port: number) => void;
  /** What was sent in the meantime arrives late. */
  mend: () => void;
  close: () => Promise<void>;
};

/**
 * `onMessage` is called before the message with this number, counted from 1, is passed on. False: it is lost, and so is
 * everything after it on its connection, in both directions. `change` may replace the first message of a connection.
 */
export async function openTestLine(
  targetUrl: string,
  onMessage: (number: number, message: Buffer) => boolean = () => true,
  change: (first: Buffer) => Buffer = (first) => first,
): Promise<TestLine> {
  const target = new URL(targetUrl);
  let targetPort = Number(target.port);
  const sockets = new Set<Socket>();
  const late: (() => void)[] = [];
  let isCut = false;
  let messages = 0;
  const pass = (deliver: () => void) => {
    if (isCut) late.push(deliver);
    else deliver();
  };
  const join = (
    from: Socket,
    to: Socket,
    mayPass: (message: Buffer) => boolean,
    mayClose: () => boolean,
    changeFirst = (bytes: Buffer) => bytes,
  ) => {
    sockets.add(from);
    let isFirst = true;
    from.on("data", (bytes: Buffer) => {
      const changed = isFirst ? changeFirst(bytes) : bytes;
      isFirst = false;
      if (mayPass(bytes)) pass(() => to.write(changed));
    });
    from.on("error", () => {});
    from.on("close", () => {
      if (mayClose()) pass(() => to.destroy());
    });
  };
  const proxy = createServer((client) => {
    const server = connect(targetPort, target.hostname);
    let isLost = false;
    const mayPass = (message: Buffer) => {
      isLost ||= !onMessage(++messages, message);
      return !isLost;
    };
    join(client, server, mayPass, () => true, change);
    const isWhole = () => !isLost;
    join(server, client, isWhole, isWhole);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => proxy.listen(port, "127.0.0.1", resolve));
  const url = new URL(targetUrl);
  [url.hostname, url.port] = ["127.0.0.1", String(port)];
  return {
    url: url.href,
    messages: () => messages,
    lead(port) {
      targetPort = port;
    },
    cut() {
      isCut = true;
    },
    mend() {
      isCut = false;
      for (const deliver of late.splice(0)) deliver();
    },
    close: () => closeAll(proxy, sockets),
  };
}

async function closeAll(proxy: Server, sockets: Set<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => proxy.close(resolve));
}
