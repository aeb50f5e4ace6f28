import { totalmem } from "node:os";

/** In bytes; 0 or more than the machine has where nothing limits this process. */
const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;

/** In bytes: a machine that is sold with 2 GB, of which its system keeps some. */
const enough = 1.8 * 1024 ** 3;

/**
 * Whether two long documents may be at work at the same time, next to the short ones: a LibreOffice needs up to 300 MB.
 */
export const hasRoomForTwoLong = Math.min(totalmem(), limit) >= enough;
