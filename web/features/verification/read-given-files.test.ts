import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readGivenFiles } from "./read-given-files.ts";

const large = (start: string) => {
  const bytes = new Uint8Array(200_000);
  bytes.set(new TextEncoder().encode(start));
  return bytes;
};
const ignore = () => undefined;

test("a PDF, a ZIP file and whatever is small are judged with their bytes, other files by their fingerprint", async () => {
  const contents = [large("%PDF-1.7"), large("PK\u0003\u0004"), new Uint8Array(60_000), large("photo")];
  const given = await readGivenFiles(
    contents.map((bytes, at) => new File([bytes], `file ${at}`)),
    ignore,
  );
  const sha256 = createHash("sha256").update(large("photo")).digest("hex");
  expect(given).toEqual([
    { name: "file 0", bytes: large("%PDF-1.7") },
    { name: "file 1", bytes: large("PK\u0003\u0004") },
    { name: "file 2", bytes: new Uint8Array(60_000) },
    { name: "file 3", sha256 },
  ]);
});

test("what is read is told in percent of all files together", async () => {
  const photo = () => new File([new Uint8Array(4 * 1024 * 1024)], "photo.jpg");
  const percents: number[] = [];
  await readGivenFiles([photo(), photo()], (percent) => percents.push(percent));
  expect(percents).toEqual([12, 25, 37, 50, 62, 75, 87, 100]);
});

test("a file that cannot be read is named", async () => {
  const gone = new File(["text"], "gone.txt");
  gone.arrayBuffer = () => Promise.reject(new DOMException("The file is gone.", "NotFoundError"));
  expect(await readGivenFiles([new File([""], "empty.txt"), gone], ignore)).toEqual({
    unreadable: "gone.txt",
  });
});
