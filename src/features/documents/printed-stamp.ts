import { defaultQrCodeChoice, type Stamp } from "../../formats/stamp/stamp.ts";
import type { Deps } from "../deps.ts";
import type { StampChoices } from "./documents.schema.ts";

type Printed = Pick<Stamp, "serialNumber" | "clientName" | "time" | "timeZone"> & { choices: StampChoices };

/** What is printed on the pages of a document; a preview has the same. */
export function buildStamp({ config }: Pick<Deps, "config">, { choices, ...facts }: Printed): Stamp {
  const { position, language, qrCode = defaultQrCodeChoice } = choices;
  return { ...facts, productName: config.productName, origin: config.origin, position, language, qrCode };
}
