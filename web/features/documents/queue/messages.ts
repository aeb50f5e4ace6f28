import { uploadQueue } from "../../../texts/english/upload-queue.ts";
import { localize } from "../../../texts/translation.ts";

export const queueMessages = localize("uploadQueue", uploadQueue);
