import { uploadQueue } from "../../../texts/english/upload-queue.ts";
import { inReadersLanguage } from "../../../texts/translation.ts";

export const queueMessages = inReadersLanguage("uploadQueue", uploadQueue);
