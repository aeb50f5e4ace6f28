import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PaymentSetup } from "../../../src/features/billing/billing.output.schema.ts";
import type { DocumentView } from "../../../src/features/documents/documents.output.schema.ts";
import type { TicketView } from "../../../src/features/support/support.output.schema.ts";
import type { Control } from "../../../src/testing/stripe/stripe-fake.ts";
import { writePhoto, writeTextPdf } from "../../support/samples.ts";
import { keepUnderWay } from "./keep-under-way.ts";
import { admin, jane, mei, officeName, omar, ravi, unpaidName } from "./people.ts";
import { tickets } from "./tickets.ts";
import { Visitor } from "./visitor.ts";

type Stage = { origin: string; dataDir: string; payments: Control };

/** Fills an empty server as months of use would: with API calls, except for the document in progress. */
export async function seed(stage: Stage): Promise<void> {
  const { origin } = stage;
  const boss = await Visitor.signIn(origin, admin);
  const client = await Visitor.register(origin, jane);
  await attestDocuments(client);
  await askQuestions(client, boss);
  const subscriber = await Visitor.register(origin, omar);
  const newcomer = await Visitor.register(origin, mei);
  const { referralCode } = await client.call<{ referralCode: string }>("POST", "/api/referral/generate");
  for (const invited of [subscriber, newcomer]) {
    await invited.call("POST", "/api/referral/apply", { referralCode });
  }
  await subscribe(stage, subscriber, "Invoice 17.pdf");
  await openOffice(stage, subscriber, newcomer);
  await waitForStamp(stage, await Visitor.register(origin, ravi));
  await boss.call("POST", "/api/admin/grant-credits", { userEmail: mei.email, credits: 2 });
  await forgetPassword(origin);
}

/** Failed, stamped and unstamped documents, and the one after the free plan, which has to be paid for. */
async function attestDocuments(client: Visitor): Promise<void> {
  const { pdf, photo } = await samples();
  const broken = new TextEncoder().encode("%PDF-1.7\nThis file was cut off on its way.\n%%EOF\n");
  await attest(client, await client.upload("Damaged scan.pdf", broken), "error");
  const lease = await client.upload("Lease of the house at 12 Elm Street.pdf", pdf);
  const attested = await attest(client, lease, "completed", { otherParties: "Zoë Müller" });
  await attest(client, await client.upload("Front door.jpg", photo), "completed");
  await client.call("POST", `/api/documents/${attested}/email`, { email: "zoe@example.org" });
  await attest(client, await client.upload("Quote for the kitchen.pdf", pdf), "completed");
  const unpaid = await client.upload(unpaidName, pdf);
  const refused = await client.getStatus(`/api/documents/${unpaid}/process`, {});
  if (refused !== 402) throw new Error(`The free plan should be used up, and the answer is ${refused}.`);
  await client.call("POST", "/api/payment/pay-per-document", { documentId: unpaid });
  await client.upload("Poems.pdf", pdf);
}

async function waitForStamp({ dataDir }: Stage, client: Visitor): Promise<void> {
  const { pdf } = await samples();
  await keepUnderWay(dataDir, client, await client.upload("Minutes of the assembly.pdf", pdf));
}

async function attest(
  client: Visitor,
  id: string,
  expected: DocumentView["status"],
  config: object = {},
): Promise<string> {
  await client.call("POST", `/api/documents/${id}/process`, config);
  const deadline = Date.now() + 500_000;
  for (;;) {
    const { status, errorMessage } = await client.call<DocumentView>("GET", `/api/documents/${id}`);
    if (status === expected) return id;
    if (status !== "processing" || Date.now() > deadline)
      throw new Error(`A document should be ${expected}, and is ${status}: ${errorMessage}`);
    await Bun.sleep(50);
  }
}

async function askQuestions(client: Visitor, boss: Visitor): Promise<void> {
  for (const { status, subject, message, category, ...answer } of tickets) {
    const ticket = { email: jane.email, subject, message, category };
    const { id } = await client.call<TicketView>("POST", "/api/support/ticket", ticket);
    if (status !== "open") await boss.call("PATCH", `/api/support/tickets/${id}`, { status, ...answer });
  }
}

async function subscribe({ payments }: Stage, subscriber: Visitor, documentName: string): Promise<void> {
  const plan = { plan: "unlimited" };
  const { clientSecret } = await subscriber.call<PaymentSetup>("POST", "/api/subscription/create", plan);
  payments.pay(clientSecret.replace(/_secret_.*/, ""));
  await payments.deliveriesSettled();
  const { pdf } = await samples();
  await attest(subscriber, await subscriber.upload(documentName, pdf), "completed");
}

/** An office of two members, whose plan is paid for each of them. */
async function openOffice(stage: Stage, owner: Visitor, member: Visitor): Promise<void> {
  const office = await owner.call<{ id: string }>("POST", "/api/offices", { name: officeName });
  await owner.call("POST", "/api/offices/switch", { id: office.id });
  const invitation = { role: "member" };
  const { url } = await owner.call<{ url: string }>("POST", "/api/office/invitations", invitation);
  await member.call("POST", "/api/invitations/accept", { token: new URL(url).hash.slice(1) });
  await subscribe(stage, owner, "Plan of the ground floor.pdf");
}

/** Adds an email with a link to the outbox. */
async function forgetPassword(origin: string): Promise<void> {
  const body = JSON.stringify({ account: jane.username });
  const headers = { "content-type": "application/json" };
  await fetch(`${origin}/api/auth/forgot-password`, { method: "POST", headers, body });
}

async function samples(): Promise<{ pdf: Uint8Array; photo: Uint8Array }> {
  const folder = mkdtempSync(join(tmpdir(), "attestamp-samples-"));
  try {
    await writeTextPdf(join(folder, "text.pdf"), 2);
    await writePhoto(join(folder, "photo.jpg"), 800, 600);
    return { pdf: readFileSync(join(folder, "text.pdf")), photo: readFileSync(join(folder, "photo.jpg")) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
