import type { Context as HonoContext } from "hono";
import { AppError } from "../../errors.ts";
import { type Actor, requireScope } from "../../features/accounts/accounts.ts";
import { uploadMessages } from "../../features/documents/documents.schema.ts";
import { addDocument, receiveUpload, withUploadSlot } from "../../features/documents/upload.service.ts";
import { announcedLength } from "./body.ts";
import type { HttpEnv } from "./http-env.ts";
import { identifyAgain } from "./identify.ts";
import { readUploadForm } from "./multipart.ts";

/** A form is a little longer than its file. */
const formBytes = 64 * 1024;
const silenceSeconds = 60;
const longestUploadMs = 15 * 60_000;

/** POST /api/documents/upload: multipart, one file in the part "file", optionally `ownershipConfirmed`. */
export async function upload(c: HonoContext<HttpEnv>): Promise<Response> {
  const { deps, address } = c.var.context;
  const owner = requireScope(c.var.context.actor, "documents:write");
  const { maxUploadBytes, maxUploadMb } = deps.config;
  const bytes = announcedLength(c.req.raw);
  if ((bytes ?? 0) > maxUploadBytes + formBytes) {
    throw AppError.from("too_large", uploadMessages.tooLarge(maxUploadMb));
  }
  const document = await withUploadSlot(deps, { owner, address, bytes }, async () => {
    c.env.allowSilence(silenceSeconds);
    const form = await readUploadForm(
      c.req.raw,
      {
        receive: (stream) => receiveUpload(deps, stream),
        discard: (file) => deps.files.discard(file.path),
      },
      longestUploadMs,
    );
    return addDocument(deps, await stillAllowed(c, form.received.path), {
      file: form.received,
      name: withoutFormEscapes(form.fileName),
      ownershipConfirmed: readFlag(form.fields.get("ownershipConfirmed")),
      address,
    });
  });
  return c.json(document);
}

/** Nothing is stored if the user was signed out or the token revoked while the file arrived. */
async function stillAllowed(c: HonoContext<HttpEnv>, path: string): Promise<Actor> {
  try {
    return requireScope((await identifyAgain(c)).actor, "documents:write");
  } catch (error) {
    await c.var.context.deps.files.discard(path);
    throw error;
  }
}

/** Browsers escape these three characters in file names (HTML, multipart/form-data encoding). */
function withoutFormEscapes(name: string): string {
  return name.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n");
}

function readFlag(value: string | undefined): boolean | undefined {
  return value === undefined ? undefined : value === "true";
}
