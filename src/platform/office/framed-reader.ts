/** Reads a stream of lines and counted blocks. Both reject when the stream ends before they are complete. */
export type FramedReader = {
  line(): Promise<string>;
  block(size: number): AsyncGenerator<Uint8Array>;
};

const newline = 10;
const longestLine = 64 * 1024;

export class StreamEnded extends Error {}

export function readFrames(stream: ReadableStream<Uint8Array>): FramedReader {
  const source = stream.getReader();
  let pending: Uint8Array = new Uint8Array();

  async function more(): Promise<Uint8Array> {
    const { value } = await source.read();
    if (value === undefined) throw new StreamEnded("The stream ended early.");
    return value;
  }

  async function line(): Promise<string> {
    let end = pending.indexOf(newline);
    while (end < 0 && pending.length < longestLine) {
      pending = Buffer.concat([pending, await more()]);
      end = pending.indexOf(newline);
    }
    if (end < 0) throw new StreamEnded("The stream holds no line.");
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
