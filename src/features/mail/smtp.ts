import { once } from "node:events";
import { Readable } from "node:stream";
import { rootCertificates } from "node:tls";
import SMTPConnection from "nodemailer/lib/smtp-connection";

export type Envelope = { from: string; to: string };

export type MailServer = {
  /** smtp:// or smtps:// with user, password, host and port. */
  url: string;
  /** Our name in EHLO; undefined: the machine's. */
  ehloName: string | undefined;
  /** Certificates (PEM) that may vouch for the mail server, in addition to those that every computer trusts. */
  roots: string | undefined;
};

/** The result of sending an email. `words` are the server's, or the error's. */
export type Delivery =
  | { outcome: "sent" }
  /** Refused. Final: another attempt would change nothing. */
  | { outcome: "refused"; final: boolean; words: string }
  /** The connection ended between the last dot and the server's answer to it. */
  | { outcome: "uncertain"; words: string };

/** How long a mail server may be silent, in milliseconds. */
export type SmtpTimeouts = { connect: number; answer: number };
export const defaultTimeouts: SmtpTimeouts = { connect: 20_000, answer: 60_000 };

/**
 * Sends one email to one address (RFC 5321). `beforeLastDot` runs when the server has everything except the final dot:
 * until then nothing was sent, whatever happens; if it throws, nothing will be.
 */
export async function sendOverSmtp(
  server: MailServer,
  envelope: Envelope,
  content: Readable,
  beforeLastDot: () => Promise<void>,
  timeouts = defaultTimeouts,
): Promise<Delivery> {
  const { auth, connection } = prepare(server, timeouts);
  let complete = false;
  async function* watched() {
    for await (const chunk of content) yield chunk;
    await beforeLastDot();
    complete = true;
  }
  try {
    const failed = once(connection, "error").then(([error]) => Promise.reject(error));
    await Promise.race([failed, speak(connection, auth, envelope, Readable.from(watched()))]);
    connection.quit();
    return { outcome: "sent" };
  } catch (error) {
    connection.close();
    return readFailure(error, complete);
  } finally {
    content.destroy();
  }
}

/** A connection to the server, not opened yet. */
function prepare({ url, ehloName, roots }: MailServer, timeouts: typeof defaultTimeouts) {
  const { auth, ...server } = readSmtpUrl(url);
  const connection = new SMTPConnection({
    ...server,
    ...(ehloName !== undefined && { name: ehloName }),
    ...(roots !== undefined && { tls: { ca: [...rootCertificates, roots] } }),
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    dnsTimeout: timeouts.connect,
    socketTimeout: timeouts.answer,
  });
  return { auth, connection };
}

/** Connects to the mail server and signs in, as before sending, then disconnects. Rejects with the server's message. */
export async function trySmtpLogin(server: MailServer, timeouts = defaultTimeouts): Promise<void> {
  const { auth, connection } = prepare(server, timeouts);
  const failed = once(connection, "error").then(([error]) => Promise.reject(error));
  try {
    await Promise.race([failed, answered((done) => connection.connect(done))]);
    if (auth) await Promise.race([failed, answered((done) => connection.login(auth, done))]);
  } finally {
    connection.close();
  }
}

async function speak(
  connection: SMTPConnection,
  auth: Credentials | undefined,
  envelope: Envelope,
  content: Readable,
): Promise<void> {
  await answered((done) => connection.connect(done));
  if (auth) await answered((done) => connection.login(auth, done));
  await answered((done) => connection.send(envelope, content, done));
}

function answered(start: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => start((error) => (error ? reject(error) : resolve())));
}

/** Only the server's answers about this sender, recipient or message are final; a wrong password can be fixed. */
function readFailure(error: unknown, complete: boolean): Delivery {
  if (!(error instanceof Error)) return { outcome: "refused", final: false, words: String(error) };
  const code: unknown = Reflect.get(error, "code");
  const responseCode: unknown = Reflect.get(error, "responseCode");
  const words = error.message;
  if (complete && typeof responseCode !== "number") return { outcome: "uncertain", words };
  const aboutThisMail = code === "EENVELOPE" || code === "EMESSAGE";
  const isFinal = aboutThisMail && (typeof responseCode !== "number" || responseCode >= 500);
  return { outcome: "refused", final: isFinal && responseCode !== 530, words };
}

type Credentials = { user: string; pass: string };

/** Passwords are never sent unencrypted to another machine: TLS is required there. On this machine it is not used. */
function readSmtpUrl(text: string) {
  const url = new URL(text);
  const secure = url.protocol === "smtps:";
  const host = url.hostname.replace(/^\[|\]$/g, "") || "localhost";
  const isHere = ["localhost", "127.0.0.1", "::1"].includes(host);
  const auth = url.username
    ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
    : undefined;
  const port = url.port === "" ? (secure ? 465 : 587) : Number(url.port);
  return { host, port, secure, ignoreTLS: isHere, requireTLS: !isHere && auth !== undefined, auth };
}
