import { expect, test } from "bun:test";
import { PagePictures } from "./page-pictures.ts";

test("a picture is drawn once, even for simultaneous requests, and again after it was evicted", async () => {
  const pictures = new PagePictures(3000);
  const drawn: string[] = [];
  const get = (key: string) =>
    pictures.get(key, undefined, async () => {
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
  expect(await pictures.get("a", "jane", none)).toBeNull();
  expect(await pictures.get("a", "jane", none)).toBeNull();
  expect(tries).toBe(1);
  const fails = () => Promise.reject(new Error("The server is stopping."));
  await expect(pictures.get("b", "jane", fails)).rejects.toThrow("stopping");
  expect(await pictures.get("b", "jane", async () => new Uint8Array(3))).toHaveLength(3);
});

test("pictures of one account do not wait behind many of another's [threat F20]", async () => {
  const pictures = new PagePictures();
  const drawn: string[] = [];
  const get = (owner: string, key: string) =>
    pictures.get(key, owner, async () => {
      drawn.push(key);
      return new Uint8Array(1);
    });
  const many = ["eve 1", "eve 2", "eve 3", "eve 4"].map((key) => get("eve", key));
  await Promise.all([...many, get("jane", "jane 1")]);
  expect(drawn).toEqual(["eve 1", "jane 1", "eve 2", "eve 3", "eve 4"]);
});
