/**
 * The library for pictures, without its cache: a picture is opened once, and a child process keeps no pixels of a
 * document when it opens the next one.
 */
import sharp from "sharp";

sharp.cache(false);

export type { Sharp } from "sharp";
export { sharp };
