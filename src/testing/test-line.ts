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
  /** What was sent meanwhile arrives late. */
  mend: () => void;
  close: () => Promise<void>;
};

/**
 * `onMessage` is called before the message with this number, counted from 1, is passed on. False: it is lost, and so is
 * everything after it on its connection, in both directions.
 */
export async function openTestLine(
  targetUrl: string,
  onMessage: (number: number) => boolean = () => true,
): Promise<TestLine> {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  const late: (() => void)[] = [];
  let isCut = false;
  let messages = 0;
  const pass = (deliver: () => void) => {
    if (isCut) late.push(deliver);
    else deliver();
  };
  const join = (from: Socket, to: Socket, mayPass: () => boolean, mayClose: () => boolean) => {
    sockets.add(from);
    from.on("data", (bytes) => {
      if (mayPass()) pass(() => to.write(bytes));
    });
    from.on("error", () => {});
    from.on("close", () => {
      if (mayClose()) pass(() => to.destroy());
    });
  };
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    let isLost = false;
    const mayPass = () => {
      isLost ||= !onMessage(++messages);
      return !isLost;
    };
    join(client, server, mayPass, () => true);
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
