import { tabStorage } from "../../environment/storage.ts";

const key = "provider-proof";

/** Keeps, in this tab, what an identity provider confirmed, for the form that asks for it. */
export const keepProviderProof = (proof: string): void => tabStorage.write(key, proof);

/** What a provider confirmed in this tab and no form has sent yet; null if there is none. */
export const readProviderProof = (): string | null => tabStorage.read(key);

/** It counts once. */
export const forgetProviderProof = (): void => tabStorage.remove(key);
