/**
 * `bun e2e/tools/newcomer/guest.ts WHAT ORIGIN FOLDER`, in the network of the machine: `stamp FILE…` registers, stamps
 * the files and notes in the folder what it got; `check` signs in again and compares everything with the notes;
 * `return` then stamps one more PDF; `work` has customers who work until its input ends, and checks what they heard.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { startStripeFake } from "../../../src/testing/stripe/stripe-fake.ts";
import { Client, isRefusal } from "../../support/client.ts";
import { writeTextPdf } from "../../support/samples.ts";
import { runCustomer } from "../crash-tests/customers.ts";
import { Promises } from "../crash-tests/promises.ts";
import { randomFrom } from "../fuzz/random.ts";

type Note = { name: string; id: string; serialNumber: string; stamped: string; certificate: string };

const [what, origin = "", folder = "", ...files] = process.argv.slice(2);
const notes = join(folder, "notes.json");
mkdirSync(folder, { recursive: true });
if (what === "stamp") await stampFiles();
else if (what === "check") await checkFiles();
else if (what === "return") await stampAgain(await checkFiles());
else if (what === "work") await work();
else throw new Error("stamp, check, return or work?");
process.exit();

async function stampFiles(): Promise<void> {
  const client = await Client.register(origin);
  const had: Note[] = [];
  for (const path of files) had.push(await stamp(client, path));
  await Bun.write(notes, JSON.stringify({ username: client.username, had }));
}

async function checkFiles(): Promise<Client> {
  const { username, had }: { username: string; had: Note[] } = await Bun.file(notes).json();
  const client = await Client.signIn(origin, username);
  for (const note of had) {
    const now = await summarize(client, note);
    if (!Bun.deepEquals(now, note)) throw new Error(`${note.name} has changed: ${JSON.stringify(now)}`);
    const { ok, status } = await client.withoutCookies().request(`/api/verify/${note.serialNumber}`);
    if (!ok) throw new Error(`Verifying ${note.serialNumber} answered ${status}.`);
  }
  console.log(`${had.length} documents are as they were`);
  return client;
}

async function stampAgain(client: Client): Promise<void> {
  const path = join(folder, "Another lease.pdf");
  await writeTextPdf(path, 1);
  await stamp(client, path);
}

async function stamp(client: Client, path: string): Promise<Note> {
  const before = performance.now();
  const uploaded = await client.upload(path);
  if (isRefusal(uploaded)) throw new Error(`${path}: ${uploaded.message}`);
  const started = await client.process(uploaded.id);
  if (isRefusal(started)) throw new Error(`${path}: ${started.message}`);
  const { status, errorMessage, serialNumber } = await client.finished(uploaded.id);
  if (status !== "completed" || !serialNumber) throw new Error(`${path}: ${errorMessage}`);
  const ms = Math.round(performance.now() - before);
  console.log(`${uploaded.originalName}: stamped as ${serialNumber} after ${ms} ms`);
  return summarize(client, { id: uploaded.id, name: uploaded.originalName, serialNumber });
}

async function summarize(
  client: Client,
  { id, name, serialNumber }: Pick<Note, "id" | "name" | "serialNumber">,
) {
  const hash = async (file: string) => {
    const bytes = await client.bytes(`/api/documents/${id}/${file}`);
    return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  };
  const { serialNumber: now } = await client.document(id);
  if (now !== serialNumber) throw new Error(`${name} was ${serialNumber} and is ${now}.`);
  return { name, id, serialNumber, stamped: await hash("download"), certificate: await hash("certificate") };
}

/** Prints the number of completed documents whenever it grows. */
async function work(): Promise<void> {
  let isOver = false;
  const promises = new Promises();
  const path = join(folder, "lease.pdf");
  await writeTextPdf(path, 2);
  const stripe = startStripeFake();
  const send = (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, signal: AbortSignal.timeout(120_000) });
  const market = { origin, stripe, promises, path, pollMs: 400, line: { send }, isOver: () => isOver };
  const busy = Promise.all(Array.from({ length: 10 }, (_, at) => runCustomer(market, randomFrom(at))));
  const telling = setInterval(() => console.log(`completed ${promises.completed}`), 500);
  for await (const _ of Bun.stdin.stream());
  isOver = true;
  await busy;
  clearInterval(telling);
  await promises.check("all");
  const faults = [...promises.faults, ...(await promises.checkFiles())];
  for (const fault of faults) console.log(`FAULT ${fault}`);
  console.log(`${promises.completed} documents were completed and checked`);
  await stripe.stop();
  if (faults.length > 0) process.exitCode = 1;
}
