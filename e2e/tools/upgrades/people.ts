import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DocumentView } from "../../../src/features/documents/documents.output.schema.ts";
import type { ProjectDetails } from "../../../src/features/projects/projects.output.schema.ts";
import type {
  Asked,
  NewShareView,
  OpenedShare,
} from "../../../src/features/projects/shares.output.schema.ts";
import { makeFiles } from "../../../src/testing/test-collections.ts";
import { Client, isRefusal } from "../../support/client.ts";
import { writePhoto, writeTextPdf } from "../../support/samples.ts";
import type { Version } from "./versions.ts";

/** What people have at a server, and must still have after its upgrade. */
export type Belongings = {
  username: string;
  attested: { id: string; serialNumber: string; stampedSha256: string; certificateSha256: string }[];
  project?: { id: string; shareToken: string; entries: number; shared: number };
};

/** One account does everything that this version allows. */
export async function actAsPeople(origin: string, { abilities }: Version): Promise<Belongings> {
  const client = await Client.register(origin);
  const stamped = await stampSamples(client);
  const belongings: Belongings = { username: client.username, attested: [...stamped] };
  if (abilities === "documents") return belongings;
  const collection: DocumentView = await post(client, "/api/collections", {
    title: "Shoot",
    files: makeFiles(20),
    ownershipConfirmed: true,
  });
  belongings.attested.push(await note(client, collection.id));
  const project: { id: string } = await post(client, "/api/projects", { name: "Roof of 12 Oak Street" });
  const path = `/api/projects/${project.id}`;
  await post(client, `${path}/entries`, { ids: stamped.map(({ id }) => id) });
  const timeline: DocumentView = await post(client, `${path}/timeline`, { exhibits: "A" });
  belongings.attested.push(await note(client, timeline.id));
  const share: NewShareView = await post(client, `${path}/shares`, { downloads: "everything" });
  belongings.attested.push(await note(client, await acknowledge(client, path)));
  const shareToken = readToken(share.url);
  return {
    ...belongings,
    project: { id: project.id, shareToken, ...(await countEntries(client, project.id, shareToken)) },
  };
}

/** Stamps a PDF and a picture. */
export async function stampSamples(client: Client): Promise<Belongings["attested"]> {
  const folder = mkdtempSync(join(tmpdir(), "attestamp-upgrade-"));
  try {
    const [lease, photo] = [join(folder, "Lease.pdf"), join(folder, "Roof.jpg")];
    await writeTextPdf(lease, 1);
    await writePhoto(photo, 240, 180);
    const attested: Belongings["attested"] = [];
    for (const path of [lease, photo]) {
      const uploaded = await client.upload(path);
      if (isRefusal(uploaded)) throw new Error(`${path}: ${uploaded.message}`);
      await client.process(uploaded.id);
      attested.push(await note(client, uploaded.id));
    }
    return attested;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the document of the acknowledgment. */
async function acknowledge(client: Client, project: string): Promise<string> {
  const asked: Asked = await post(client, `${project}/acknowledgements`, { email: "ann@example.org" });
  const token = readToken(asked.url ?? "");
  const reader = client.withoutCookies();
  const opened: OpenedShare = await post(reader, "/api/share/open", { token });
  await post(reader, "/api/share/acknowledge", { token, name: "Ann Smith", list: opened.project?.list });
  const shares = await client.request(`${project}/shares`);
  const views: { acknowledgement: { documentId: string } | null }[] = await shares.json();
  const given = views.flatMap(({ acknowledgement }) => acknowledgement?.documentId ?? []);
  if (given[0] === undefined) throw new Error("The acknowledgment is missing.");
  return given[0];
}

/** How many entries a project has for its owner, and for those who have the link. */
export async function countEntries(client: Client, id: string, token: string) {
  const details = await client.request(`/api/projects/${id}`);
  const { entries }: ProjectDetails = await details.json();
  const opened: OpenedShare = await post(client.withoutCookies(), "/api/share/open", { token });
  return { entries: entries.length, shared: opened.project?.entries.length ?? 0 };
}

/** Waits until the document is completed, and downloads it. */
async function note(client: Client, id: string): Promise<Belongings["attested"][number]> {
  const { status, serialNumber, errorMessage } = await client.finished(id);
  if (status !== "completed" || !serialNumber) throw new Error(`Document ${id}: ${errorMessage}`);
  const [stamped, certificate] = [await download(client, id), await downloadCertificate(client, id)];
  return { id, serialNumber, stampedSha256: sha256(stamped), certificateSha256: sha256(certificate) };
}

export const download = (client: Client, id: string) => client.bytes(`/api/documents/${id}/download`);
export const downloadCertificate = (client: Client, id: string) =>
  client.bytes(`/api/documents/${id}/certificate`);

export function sha256(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}

/** The secret of a link is after its `#`. */
function readToken(url: string): string {
  return new URL(url).hash.slice(1);
}

async function post<Answer>(client: Client, path: string, body: object): Promise<Answer> {
  const answer = await client.request(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
