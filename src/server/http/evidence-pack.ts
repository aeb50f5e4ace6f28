import type { Context as HonoContext } from "hono";
import type { EvidenceFiles } from "../../features/documents/collect-evidence.service.ts";
import { packEvidence } from "../../features/documents/evidence-pack.service.ts";
import { streamOf } from "../../platform/stream-of.ts";
import type { BuiltPage } from "./built-page.ts";
import { contentDisposition } from "./content-disposition.ts";
import type { HttpEnv } from "./http-env.ts";

/** Nothing in it may run where it is saved. */
const policy = "default-src 'none'; sandbox";
/** Large files are read and summed before the first byte goes out, and a child in reserve has to start. */
const silenceSeconds = 120;
/** Nobody hears it: it stands in the log alone. */
const readerHasGone = 499;

/**
 * An evidence pack as it is written, to be saved. It says something else with every entry of the log, so it has no
 * parts and no tag. Who only asks whether it may be had makes no work.
 */
export async function answerEvidence(
  c: HonoContext<HttpEnv>,
  page: BuiltPage,
  files: EvidenceFiles,
  isOwner: boolean,
): Promise<Response> {
  const headers = new Headers({
    "Content-Type": "application/zip",
    "Content-Disposition": contentDisposition("attachment", files.fileName),
    "Content-Security-Policy": policy,
    "Cache-Control": "private, no-store",
  });
  if (c.req.method === "HEAD") return new Response(null, { headers });
  c.env.allowSilence(silenceSeconds);
  const { deps, address } = c.var.context;
  const reader = { address, isOwner, signal: c.req.raw.signal };
  try {
    const pack = await packEvidence(deps, files, page.get("/verify.html")?.bytes.toString("utf8"), reader);
    return new Response(streamOf(pack.read()), { headers });
  } catch (error) {
    if (!reader.signal.aborted) throw error;
    return new Response(null, { status: readerHasGone });
  }
}
