import { expect, test } from "bun:test";
import { PagePictures } from "./page-pictures.ts";

test("a picture is drawn once, even for simultaneous requests, and again after it was evicted", async () => {
  const pictures = new PagePictures(3000);
  const drawn: string[] = [];
  const get = (key: string) =>
    pictures.get(key, async () => {
      drawn.push(key);
      return new Uint8Array(1000);
    });
  await Promise.all([get("a"), get("a"), get("b")]);
  await get("a");
  expect(drawn).toEqual(["a", "b"]);
  await get("c");
  await get("a");
  await get("b");
  expect(drawn).toEqual(["a", "b", "c", "b"]);
});

test("a file without a picture is not retried, but a failed one is", async () => {
  const pictures = new PagePictures();
  let tries = 0;
  const none = async () => {
    tries += 1;
    return null;
  };
  expect(await pictures.get("a", none)).toBeNull();
  expect(await pictures.get("a", none)).toBeNull();
  expect(tries).toBe(1);
  const fails = () => Promise.reject(new Error("The server is stopping."));
  expect(pictures.get("b", fails)).rejects.toThrow("stopping");
  expect(await pictures.get("b", async () => new Uint8Array(3))).toHaveLength(3);
});
