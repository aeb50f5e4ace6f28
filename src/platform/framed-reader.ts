/** The stream ended before a line or block was complete. */
export class StreamEnded extends Error {}
/** A line exceeded the limit; no more of it was read. */
export class LineTooLong extends Error {}

/** Reads a stream of lines and counted blocks. Both reject with `StreamEnded`, a line also with `LineTooLong`. */
export type FramedReader = {
  line(): Promise<string>;
  block(size: number): AsyncGenerator<Uint8Array>;
};

const newline = 10;

/** `longestLine` is in bytes. The text of a line is what its UTF-8 decodes to; a byte that does not becomes U+FFFD. */
export function readFrames(stream: ReadableStream<Uint8Array>, longestLine: number): FramedReader {
  const source = stream.getReader();
  let pending: Uint8Array = new Uint8Array();

  async function more(): Promise<Uint8Array> {
    const { value } = await source.read();
    if (value === undefined) throw new StreamEnded("The stream ended early.");
    return value;
  }

  async function line(): Promise<string> {
    let end = pending.indexOf(newline);
    while (end < 0 && pending.length <= longestLine) {
      pending = Buffer.concat([pending, await more()]);
      end = pending.indexOf(newline);
    }
    if (end < 0 || end > longestLine) throw new LineTooLong("A line of the stream is too long.");
    const text = new TextDecoder().decode(pending.subarray(0, end));
    pending = pending.subarray(end + 1);
    return text;
  }

  async function* block(size: number): AsyncGenerator<Uint8Array> {
    for (let left = size; left > 0; ) {
      const chunk = pending.length > 0 ? pending : await more();
      pending = chunk.subarray(left);
      left -= Math.min(left, chunk.length);
      yield pending.length > 0 ? chunk.subarray(0, chunk.length - pending.length) : chunk;
    }
  }

  return { line, block };
}
