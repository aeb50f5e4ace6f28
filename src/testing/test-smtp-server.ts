import type { AddressInfo } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { until } from "./test-waiting.ts";

type ReceivedMail = { from: string; recipients: string[]; source: string; mail: ParsedMail };

type Moods = {
  /** The answer to RCPT TO, e.g. "550 No such user"; taken when it gives none, "hang" for no answer at all. */
  onRecipient?: (address: string) => string | undefined;
  /** The answer to the dot that ends a mail, of the nth mail from 1 on; "hang" for none at all. */
  onMail?: (nth: number) => string | undefined;
};

export type TestSmtpServer = {
  url: string;
  /** Everything that was taken. */
  received: ReceivedMail[];
  /** How often somebody ended a mail with its dot, taken or not. */
  tries: () => number;
  /** Waits until so many mails were taken. */
  untilReceived: (count: number) => Promise<ReceivedMail[]>;
  untilTried: (count: number) => Promise<void>;
  stop: () => Promise<void>;
};

/** A real mail server on a socket of this machine that keeps what it takes. */
export async function startTestSmtpServer(moods: Moods = {}): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = [];
  let tries = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      const mood = moods.onRecipient?.(address);
      if (mood !== "hang") done(parseAnswer(mood));
    },
    async onData(stream, session, done) {
      const pieces = await Array.fromAsync(stream).catch(() => undefined);
      if (!pieces) return;
      const source = Buffer.concat(pieces).toString("latin1");
      tries += 1;
      const mood = moods.onMail?.(tries);
      if (mood === "hang") return;
      const refusal = parseAnswer(mood);
      if (refusal) return done(refusal);
      const { mailFrom, rcptTo } = session.envelope;
      received.push({
        from: mailFrom ? mailFrom.address : "",
        recipients: rcptTo.map(({ address }) => address),
        source,
        mail: await simpleParser(Buffer.from(source, "latin1")),
      });
      done();
    },
  });
  server.on("error", () => {});
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(0, "127.0.0.1", () => resolve((listener.address() as AddressInfo).port));
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    tries: () => tries,
    async untilReceived(count) {
      await until(`mail ${count}`, () => received.length >= count);
      return received;
    },
    untilTried: (count) => until(`try ${count}`, () => tries >= count),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function parseAnswer(line: string | undefined): Error | undefined {
  if (line === undefined) return undefined;
  const error = new Error(line.slice(4));
  return Object.assign(error, { responseCode: Number(line.slice(0, 3)) });
}
