import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { streamOf } from "../platform/stream-of.ts";

export type UploadBody = {
  contentType: string;
  stream: ReadableStream<Uint8Array>;
  /** Why the file could not be read to its end; undefined while nothing went wrong. */
  readFault: () => Error | undefined;
};

const encoder = new TextEncoder();

/**
 * A form (RFC 7578) with one file in the part "file" and some fields before it, read from the disk as the network
 * takes it. `onShare` is told how much of the file was handed over, from 0 to 1.
 */
export async function uploadBody(
  path: string,
  name: string,
  fields: Record<string, string>,
  onShare: (share: number) => void,
): Promise<UploadBody> {
  const { size } = await stat(path);
  const boundary = `attestamp-${crypto.randomUUID()}`;
  const parts = Object.entries(fields).map(
    ([field, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const head = `${parts.join("")}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escaped(name)}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  let fault: Error | undefined;

  async function* form(): AsyncGenerator<Uint8Array> {
    yield encoder.encode(head);
    let sent = 0;
    try {
      for await (const chunk of createReadStream(path)) {
        sent += chunk.length;
        onShare(size === 0 ? 1 : Math.min(1, sent / size));
        yield chunk;
      }
    } catch (error) {
      fault = error instanceof Error ? error : new Error(String(error));
      throw fault;
    }
    yield encoder.encode(`\r\n--${boundary}--\r\n`);
  }

  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    stream: streamOf(form()),
    readFault: () => fault,
  };
}

/** As browsers write names in a form's header. */
function escaped(name: string): string {
  return name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
