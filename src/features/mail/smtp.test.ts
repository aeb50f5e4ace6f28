import { afterEach, expect, test } from "bun:test";
import { Readable } from "node:stream";
import { mailAddressSchema } from "./mail.schema.ts";
import { sendOverSmtp } from "./smtp.ts";

const envelope = { from: "stamps@example.org", to: "ann@example.org" };
/** Longer than anything in these tests takes, even on a busy machine. */
const timeouts = { connect: 60_000, answer: 60_000 };
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

type Script = (line: string) => string | "hang up" | undefined;

/**
 * A mail server that answers each line according to `script`; `closed` resolves when the first connection has ended.
 */
function startScripted(hostname: string, script: Script) {
  const heard: string[] = [];
  const closed = Promise.withResolvers<void>();
  const server = Bun.listen({
    hostname,
    port: 0,
    socket: {
      open: (socket) => void socket.write("220 ready\r\n"),
      close: () => closed.resolve(),
      data(socket, bytes) {
        for (const line of bytes.toString().split("\r\n").slice(0, -1)) {
          heard.push(line);
          const answer = script(line);
          if (answer === "hang up") socket.end();
          else if (answer !== undefined) socket.write(`${answer}\r\n`);
        }
      },
    },
  });
  stops.push(() => server.stop(true));
  return { port: server.port, heard, closed: closed.promise };
}

/** A normal server up to the final dot, which `atDot` answers. */
const answering =
  (atDot: Script): Script =>
  (line) => {
    if (line === ".") return atDot(line);
    if (line.startsWith("DATA")) return "354 go on";
    return /^(EHLO|MAIL|RCPT|QUIT)/.test(line) ? "250 fine" : undefined;
  };

function send(url: string, beforeLastDot = async () => {}, most = timeouts) {
  const content = Readable.from(["Subject: A note\r\n\r\nOne.\r\n", ".\r\nTwo.\r\n"]);
  return sendOverSmtp({ url, ehloName: undefined, roots: undefined }, envelope, content, beforeLastDot, most);
}

test("a line with only a dot does not end the mail", async () => {
  const { port, heard } = startScripted(
    "127.0.0.1",
    answering(() => "250 taken"),
  );
  expect(await send(`smtp://127.0.0.1:${port}`)).toEqual({ outcome: "sent" });
  expect(heard.slice(heard.indexOf("One."), heard.indexOf("."))).toEqual(["One.", "..", "Two."]);
});

test("the callback before the final dot runs when everything else has been sent", async () => {
  let dots = 0;
  const { port } = startScripted(
    "127.0.0.1",
    answering(() => `250 dot ${++dots}`),
  );
  let dotsBefore: number | undefined;
  await send(`smtp://127.0.0.1:${port}`, async () => {
    dotsBefore = dots;
  });
  expect([dotsBefore, dots]).toEqual([0, 1]);
});

test("a callback that refuses before the final dot sends nothing", async () => {
  const { port, heard, closed } = startScripted(
    "127.0.0.1",
    answering(() => "250 taken"),
  );
  const delivery = await send(`smtp://127.0.0.1:${port}`, () => {
    throw new Error("on second thoughts");
  });
  expect(delivery).toEqual({ outcome: "refused", final: false, words: "on second thoughts" });
  await closed;
  expect(heard).not.toContain(".");
});

test("if the connection ends without a response to the dot, the result is uncertain", async () => {
  const { port } = startScripted(
    "127.0.0.1",
    answering(() => "hang up"),
  );
  expect(await send(`smtp://127.0.0.1:${port}`)).toMatchObject({ outcome: "uncertain" });
});

test("if the connection ends before the dot, the result is certain", async () => {
  const { port } = startScripted("127.0.0.1", (line) =>
    line.startsWith("RCPT") ? "hang up" : answering(() => "250 taken")(line),
  );
  expect(await send(`smtp://127.0.0.1:${port}`)).toMatchObject({ outcome: "refused", final: false });
});

test("permanent and temporary refusals are distinguished", async () => {
  const answers: Record<string, boolean> = {
    "554 spam": true,
    "552 too large": true,
    "452 disk full": false,
  };
  for (const [answer, final] of Object.entries(answers)) {
    const { port } = startScripted(
      "127.0.0.1",
      answering(() => answer),
    );
    const delivery = await send(`smtp://127.0.0.1:${port}`);
    expect(delivery).toEqual({ outcome: "refused", final, words: `Message failed: ${answer}` });
  }
});

test("a domain in any script reaches mail servers that know only ASCII", async () => {
  const { port, heard } = startScripted(
    "127.0.0.1",
    answering(() => "250 taken"),
  );
  const to = mailAddressSchema.parse("jane@ex\u00e4mple.de");
  const server = { url: `smtp://127.0.0.1:${port}`, ehloName: undefined, roots: undefined };
  const content = Readable.from(["Subject: A note\r\n\r\nOne.\r\n"]);
  const delivery = await sendOverSmtp(server, { ...envelope, to }, content, async () => {}, timeouts);
  expect(delivery).toEqual({ outcome: "sent" });
  expect(heard).toContain("RCPT TO:<jane@xn--exmple-cua.de>");
});

test("a password is never sent to another machine without TLS", async () => {
  const { port, heard } = startScripted("127.0.0.2", (line) =>
    line.startsWith("EHLO") ? "250-hello\r\n250 AUTH PLAIN LOGIN" : "502 what?",
  );
  const delivery = await send(`smtp://jane:secret@127.0.0.2:${port}`);
  expect(delivery).toMatchObject({ outcome: "refused", final: false });
  expect(heard.some((line) => line.startsWith("AUTH"))).toBe(false);
});

test("a server that sends nothing at all times out", async () => {
  const server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  stops.push(() => server.stop(true));
  const delivery = await send(`smtp://127.0.0.1:${server.port}`, async () => {}, {
    connect: 500,
    answer: 500,
  });
  expect(delivery).toMatchObject({ outcome: "refused", final: false });
});
