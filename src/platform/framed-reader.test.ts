import { expect, test } from "bun:test";
import { LineTooLong, readFrames, StreamEnded } from "./framed-reader.ts";

/** A stream of these pieces, one at a time and only when it is read; `taken` is how many were. */
function streamOf(pieces: Iterable<string>) {
  const source = pieces[Symbol.iterator]();
  const counted = { taken: 0 };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = source.next();
        if (done) return controller.close();
        counted.taken += 1;
        controller.enqueue(new TextEncoder().encode(value));
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, counted };
}

function* endless(piece: string): Generator<string> {
  for (;;) yield piece;
}

test("lines and blocks are read however the stream cuts them", async () => {
  const reader = readFrames(streamOf(["one\nt", "wo\n12", "345", "67\nlast\n"]).stream, 10);
  expect([await reader.line(), await reader.line()]).toEqual(["one", "two"]);
  const block: number[] = [];
  for await (const part of reader.block(7)) block.push(...part);
  expect(Buffer.from(block).toString()).toBe("1234567");
  expect([await reader.line(), await reader.line()]).toEqual(["", "last"]);
  await expect(reader.line()).rejects.toBeInstanceOf(StreamEnded);
});

test("an endless line is read only up to the limit, so it cannot fill the memory [threat F16]", async () => {
  const { stream, counted } = streamOf(endless("x".repeat(100)));
  await expect(readFrames(stream, 1_000).line()).rejects.toBeInstanceOf(LineTooLong);
  expect(counted.taken).toBe(11);
});

test("a line may have as many bytes as the limit, and no more", async () => {
  const line = "x".repeat(1_000);
  expect(await readFrames(streamOf([line, "\n"]).stream, 1_000).line()).toBe(line);
  await expect(readFrames(streamOf([line, "x\n"]).stream, 1_000).line()).rejects.toBeInstanceOf(LineTooLong);
});
