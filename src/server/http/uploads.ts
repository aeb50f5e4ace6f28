import type { Context as HonoContext } from "hono";
import { AppError } from "../../errors.ts";
import { requireScope } from "../../features/accounts/accounts.ts";
import { uploadMessages } from "../../features/documents/documents.schema.ts";
import { addDocument, receiveUpload, withUploadSlot } from "../../features/documents/upload.service.ts";
import { announcedLength } from "./body.ts";
import type { HttpEnv } from "./http-env.ts";
import { answerOnce } from "./idempotency.ts";
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
  return withUploadSlot(deps, { owner, address, bytes }, async () => {
    c.env.allowSilence(silenceSeconds);
    const form = await readUploadForm(
      c.req.raw,
      {
        receive: (stream) => receiveUpload(deps, stream),
        discard: (file) => deps.files.discard(file.path),
      },
      longestUploadMs,
    );
    const { received: file } = form;
    try {
      // Nothing is stored if the user was signed out or the token revoked while the file arrived.
      const owner = requireScope((await identifyAgain(c)).actor, "documents:write");
      const name = withoutFormEscapes(form.fileName);
      const ownershipConfirmed = readFlag(form.fields.get("ownershipConfirmed"));
      const sent = { name, sha256: file.sha256, ownershipConfirmed };
      return await answerOnce(c, { owner, idempotency: "kept", sent }, async () =>
        c.json(await addDocument(deps, owner, { file, name, ownershipConfirmed, address })),
      );
    } finally {
      await deps.files.discard(file.path);
    }
  });
}

/** Browsers escape these three characters in file names (HTML, multipart/form-data encoding). */
function withoutFormEscapes(name: string): string {
  return name.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n");
}

function readFlag(value: string | undefined): boolean | undefined {
  return value === undefined ? undefined : value === "true";
}
