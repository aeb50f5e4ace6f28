import type { AddressInfo } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { until } from "./test-waiting.ts";

type ReceivedMail = {
  /** The client's name in EHLO. */
  ehloName: string;
  from: string;
  recipients: string[];
  source: string;
  mail: ParsedMail;
  /** What is attached to the mail, without the pictures of its text. */
  files: ParsedMail["attachments"];
};

type Moods = {
  /** The answer to RCPT TO, e.g. "550 No such user"; undefined accepts, "hang" never answers. */
  onRecipient?: (address: string) => string | undefined;
  /** The answer to the final dot of the nth mail, counted from 1; "hang" never answers. */
  onMail?: (nth: number) => string | undefined;
  /** Where it listens. */
  host?: string;
  /** Its key and certificate (PEM): TLS from the start, or after STARTTLS. */
  tls?: { key: string; cert: string; begins: "at once" | "after STARTTLS" };
};

export type TestSmtpServer = {
  url: string;
  /** All accepted mails. */
  received: ReceivedMail[];
  /** How many mails were sent up to their final dot, accepted or not. */
  tries: () => number;
  /** Waits until this many mails were accepted. */
  untilReceived: (count: number) => Promise<ReceivedMail[]>;
  untilTried: (count: number) => Promise<void>;
  stop: () => Promise<void>;
};

/** A real mail server on this machine that stores what it accepts. */
export async function startTestSmtpServer(moods: Moods = {}): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = [];
  let tries = 0;
  const { tls, host = "127.0.0.1" } = moods;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: tls?.begins === "after STARTTLS" ? [] : ["STARTTLS"],
    secure: tls?.begins === "at once",
    ...(tls && { key: tls.key, cert: tls.cert }),
    ...(tls && { onAuth: ({ username }, _session, done) => done(null, { user: username }) }),
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
      const mail = await simpleParser(Buffer.from(source, "latin1"));
      received.push({
        ehloName: session.hostNameAppearsAs,
        from: mailFrom ? mailFrom.address : "",
        recipients: rcptTo.map(({ address }) => address),
        source,
        mail,
        files: mail.attachments.filter(({ related }) => !related),
      });
      done();
    },
  });
  server.on("error", () => {});
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(0, host, () => resolve((listener.address() as AddressInfo).port));
  });
  return {
    url: `${tls?.begins === "at once" ? "smtps" : "smtp"}://${host}:${port}`,
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
