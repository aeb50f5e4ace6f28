import { type FileHandle, open } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { partNames } from "../../evidence/part-names.ts";
import { folderNameFor, zipFileName } from "../../formats/file-names.ts";
import type { Language } from "../../formats/languages.ts";
import type { LargePiece } from "../../formats/zip/pieces.ts";
import { type PendingFile, streamZip } from "../../formats/zip/write-zip.ts";
import { RunFiles } from "../../platform/files/run-files.ts";
import { listTokens } from "../accounts/access-tokens.service.ts";
import type { Actor } from "../accounts/accounts.ts";
import { describeAccount } from "../accounts/own-account.service.ts";
import { describeSecondFactor } from "../accounts/second-factor.service.ts";
import { listAllPayments } from "../billing/payment-history.service.ts";
import { getSubscriptionStatus } from "../billing/subscription.service.ts";
import type { Deps } from "../deps.ts";
import { exportDocuments, exportTrust } from "../documents/export.service.ts";
import { exportNotices } from "../notices/notices.service.ts";
import { listDomains } from "../offices/domains.service.ts";
import { exportOfficeLog } from "../offices/log-export.service.ts";
import type { OfficeView } from "../offices/offices.output.schema.ts";
import { beginExport, describeOffice } from "../offices/offices.service.ts";
import { listProjects } from "../projects/projects.service.ts";
import { describeShares } from "../projects/shares.service.ts";
import { listOwnTickets } from "../support/support.service.ts";
import { listWebhooks } from "../webhooks/webhooks.service.ts";
import { documentRow, type LinkedFile, pageEnd, pageStart } from "./export-page.ts";

type ExportDeps = Pick<
  Deps,
  | "db"
  | "config"
  | "memoryRateLimiter"
  | "counterKey"
  | "node"
  | "log"
  | "payments"
  | "now"
  | "jobEvents"
  | "files"
  | "signingKeys"
  | "logKey"
  | "authority"
>;

export type AccountExport = { fileName: string; read: () => AsyncGenerator<Uint8Array> };

const logFormats = ["csv", "json"] as const;

/** What an export consists of besides the documents. */
type Given = {
  language: Language;
  madeAt: Date;
  rest: Rest;
  trust: Awaited<ReturnType<typeof exportTrust>>;
};

const maxTickets = 10_000;

/**
 * Everything that belongs to an account, in one ZIP file: the files of its documents that still exist with their
 * evidence, the facts as account.json, and index.html, which opens offline and links to all of it; of an office, for
 * its owners, also its members and its log, which says that it was exported. Only a hundred rows
 * of documents are in memory at a time: the facts and the page are written to temporary files while the documents are
 * sent, and come last. `checker`: verify.html as built. Throws AppError if the log's own name and key cannot be read.
 */
export async function findAccountExport(
  deps: ExportDeps,
  owner: Actor,
  { language, checker }: { language: Language; checker: string | undefined },
): Promise<AccountExport> {
  const trust = await exportTrust(deps, checker);
  const rest = {
    account: await describeAccount(deps, owner),
    plan: await getSubscriptionStatus(deps, owner),
    projects: await listProjectsWithLinks(deps, owner),
    payments: await listAllPayments(deps, owner),
    tickets: await listOwnTickets(deps, owner, maxTickets),
    secondFactor: await describeSecondFactor(deps, owner),
    accessTokens: await listTokens(deps, owner),
    webhooks: await listWebhooks(deps, owner),
    notices: await exportNotices(deps, owner),
    ...(owner.member && {
      office: await describeOffice(deps, owner),
      domains: await listDomains(deps, owner),
    }),
  };
  const madeAt = new Date(deps.now());
  const day = madeAt.toISOString().slice(0, 10);
  return {
    fileName: zipFileName(
      `${deps.config.productName} ${owner.member ? owner.firstName : owner.username}`,
      day,
    ),
    async *read() {
      if (owner.member) await beginExport(deps, owner);
      yield* readExport(deps, owner, { language, madeAt, rest, trust });
    },
  };
}

/** Projects with their links, and who was asked, opened them or acknowledged them. */
async function listProjectsWithLinks(deps: Pick<Deps, "db" | "now">, owner: Actor) {
  const projects = await listProjects(deps, owner);
  return Array.fromAsync(projects, async (project) => ({
    ...project,
    links: await describeShares(deps, project.id),
  }));
}

type Rest = Omit<Parameters<typeof pageEnd>[1], "documents" | "plans"> & {
  account: Awaited<ReturnType<typeof describeAccount>>;
  office?: OfficeView;
};

async function* readExport(deps: ExportDeps, owner: Actor, given: Given): AsyncGenerator<Uint8Array> {
  const run = new RunFiles(deps.files);
  try {
    yield* streamZip(listFiles(deps, owner, run, given), given.madeAt);
  } finally {
    await run.discard();
  }
}

async function* listFiles(
  deps: ExportDeps,
  owner: Actor,
  run: RunFiles,
  { language, madeAt, rest, trust }: Given,
): AsyncGenerator<PendingFile> {
  await using page = await WrittenFile.create(run.getPath("index.html"));
  await using facts = await WrittenFile.create(run.getPath("account.json"));
  const { productName, origin } = deps.config;
  const hasChecker = trust.some(({ name }) => name === partNames.checker);
  await page.write(
    pageStart(language, {
      productName,
      origin,
      madeAt,
      account: rest.account,
      office: rest.office,
      hasChecker,
    }),
  );
  const known = JSON.stringify({ madeAt: madeAt.toISOString(), origin, ...rest }, null, 2);
  await facts.write(`${known.slice(0, -2)},\n  "documents": [`);
  let number = 0;
  for await (const { document, files } of exportDocuments(deps, owner)) {
    number += 1;
    const path = `documents/${`${number}`.padStart(5, "0")} ${folderNameFor(document.displayName)}`.trimEnd();
    const linked: LinkedFile[] = [];
    const missing: LinkedFile["kind"][] = [];
    for (const { name, kind, open } of files) {
      const piece = await open();
      if (!piece) {
        missing.push(kind);
        continue;
      }
      const inZip = `${path}/${kind === "evidence" ? "evidence/" : ""}${name}`;
      linked.push({ kind, path: inZip });
      yield pending(inZip, piece);
    }
    await page.write(documentRow(language, document, linked, missing, number === 1));
    const { processedPath: _processed, certificatePath: _certificate, ...shown } = document;
    const entry = { ...shown, files: linked.map(({ path }) => path) };
    await facts.write(`${number > 1 ? "," : ""}\n${JSON.stringify(entry, null, 2)}`);
  }
  for (const { name, content } of trust) yield pending(`verify/${name}`, content);
  for (const format of owner.member ? logFormats : []) {
    await using log = await WrittenFile.create(run.getPath(`log.${format}`));
    for await (const part of exportOfficeLog(deps, owner, {}, format).read()) await log.write(part);
    yield pending(`log.${format}`, log.asPiece());
  }
  await facts.write("\n  ]\n}\n");
  yield pending("account.json", facts.asPiece());
  await page.write(pageEnd(language, { ...rest, plans: deps.config.plans, documents: number }));
  yield pending("index.html", page.asPiece());
}

function pending(name: string, piece: LargePiece): PendingFile {
  return { name, size: piece.size, open: async () => piece };
}

/** A temporary file that is added to a ZIP file when it is complete. */
class WrittenFile {
  #size = 0;
  #crc = 0;

  private constructor(
    private readonly path: string,
    private readonly file: FileHandle,
  ) {}

  static async create(path: string): Promise<WrittenFile> {
    return new WrittenFile(path, await open(path, "wx", 0o600));
  }

  async write(content: string | Uint8Array): Promise<void> {
    const bytes = Buffer.from(content);
    await this.file.writeFile(bytes);
    this.#size += bytes.length;
    this.#crc = crc32(bytes, this.#crc);
  }

  asPiece(): LargePiece {
    const size = this.#size;
    const crc = this.#crc;
    const { path } = this;
    return { size, crc, read: () => Bun.file(path).stream() };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.file.close();
  }
}
