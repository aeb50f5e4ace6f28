import { collections } from "../../texts/english/collections.ts";
import { localize } from "../../texts/translation.ts";

export const collectionsMessages = localize("collections", collections);
