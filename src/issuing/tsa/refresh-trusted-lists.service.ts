import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import type { TrustedList } from "../../evidence/trust-lists/listed-services.ts";
import { fetchBytes } from "../../platform/http-fetch.ts";
import { selfExec } from "../../platform/self-exec.ts";
import type { IssuingDeps } from "../deps.ts";
import { readStoredLists, storeTrustedList } from "./trusted-lists.service.ts";

const fetchMs = 120_000;
/** The largest list that is parsed (formats/xml/read-xml.ts). */
const maxMebibytes = 32;
/** A list of 19 MB takes three seconds on an idle machine. */
const readMs = 120_000;

type RefreshDeps = Pick<IssuingDeps, "config" | "db" | "files" | "log" | "now">;

/**
 * Fetches every trusted list in the settings and stores those that one of the named signers signed. What fails is
 * logged and tried again the next day; until then, the stored version counts, as long as it is not overdue. Once the
 * signal fires, nothing more is fetched, read or stored.
 */
export async function refreshTrustedLists(deps: RefreshDeps, signal?: AbortSignal): Promise<void> {
  for (const address of deps.config.trustedLists) {
    if (signal?.aborted) return;
    try {
      const read = await readFrom(deps, address, signal);
      if (signal?.aborted) return;
      if ("error" in read) warn(deps, address, read.error);
      else if (read.lists.length === 0) warn(deps, address, "it is too large to be used");
      else for (const list of read.lists) await storeTrustedList(deps, list);
    } catch (error) {
      if (signal?.aborted) return;
      if (!(error instanceof AppError)) throw error;
      warn(deps, address, error.message);
    }
  }
}

const warn = ({ log }: RefreshDeps, address: string, error: string) =>
  log.warn({ address, error }, "a trusted list could not be brought up to date");

/** The list is parsed in a process of its own: a large one would keep this one from answering for seconds. */
async function readFrom(
  { config, files }: Pick<RefreshDeps, "config" | "files">,
  address: string,
  signal: AbortSignal | undefined,
): Promise<{ lists: readonly TrustedList[] } | { error: string }> {
  const bytes = await fetchBytes(address, fetchMs, maxMebibytes, signal);
  const folder = await mkdtemp(join(files.temporaryFolder, "trusted-list-"));
  try {
    const [list, signers] = [join(folder, "list.xml"), join(folder, "signers.pem")];
    await Bun.write(list, bytes);
    await Bun.write(signers, config.trustedListSigners ?? "");
    const child = Bun.spawn([...selfExec, "trusted-list", "read", list, "--signer", signers], {
      env: {},
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
      timeout: readMs,
      ...(signal && { signal }),
    });
    const [said, complained] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    if ((await child.exited) === 0) return { lists: readStoredLists(said) };
    return { error: complained.trim().replaceAll(list, address) || "reading it took too long" };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
