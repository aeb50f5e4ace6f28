import { tabStorage } from "../../environment/storage.ts";

/** Where drafts.ts keeps them. Apart from it, since every page can log out, and few have forms with drafts. */
export const draftsKey = "drafts";

export const forgetDrafts = (): void => tabStorage.remove(draftsKey);
