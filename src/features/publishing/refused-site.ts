import { AppError } from "../../errors.ts";

/** Why a published site is not adopted: a sentence that says what is wrong with it. */
export function refusedSite(reason: string): AppError {
  return new AppError(
    "inconsistent",
    "site-refused",
    "This site can't be adopted, and nothing was stored. {reason}",
    {
      params: { reason },
    },
  );
}
