/** What readers may download. `everything` includes evidence packs, with the original while it is stored. */
export const sharedDownloads = ["none", "copies", "everything"] as const;
export type SharedDownloads = (typeof sharedDownloads)[number];
