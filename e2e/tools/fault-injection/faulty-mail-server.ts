import { connect, createServer, type Socket } from "node:net";
import { startTestSmtpServer, type TestSmtpServer } from "../../../src/testing/test-smtp-server.ts";
import type { FaultPlan } from "./fault-plan.ts";

export type FaultyMailServer = { url: string; mails: TestSmtpServer["received"]; stop: () => Promise<void> };

/**
 * A mail server behind a connection that is cut according to the plan. A call is one message from the client: the cut
 * is before it reaches the server, or after the server has answered but before the client has read it.
 */
export async function startFaultyMailServer(plan: FaultPlan): Promise<FaultyMailServer> {
  const smtp = await startTestSmtpServer();
  const target = Number(new URL(smtp.url).port);
  const sockets = new Set<Socket>();
  const line = createServer((client) => {
    const server = connect(target, "127.0.0.1");
    let isDeaf = false;
    const cut = () => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("error", cut).on("close", cut);
    }
    client.on("data", (words) => {
      const fate = plan.next("mail server: words");
      if (fate === "before") return cut();
      isDeaf = fate === "after";
      server.write(words);
    });
    server.on("data", (words) => (isDeaf ? cut() : client.write(words)));
  });
  const port = await new Promise<number>((resolve) => {
    line.listen(0, "127.0.0.1", () => {
      const address = line.address();
      resolve(address !== null && typeof address === "object" ? address.port : 0);
    });
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails: smtp.received,
    async stop() {
      for (const socket of sockets) socket.destroy();
      line.close();
      await smtp.stop();
    },
  };
}
