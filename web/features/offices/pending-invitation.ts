import { tabStorage } from "../../environment/storage.ts";

/** The token of the invitation that was opened in this tab, kept while the person logs in; null without one. */
const key = "invitation";

export const readInvitation = () => tabStorage.read(key);
export const keepInvitation = (token: string) => tabStorage.write(key, token);
export const forgetInvitation = () => tabStorage.remove(key);
