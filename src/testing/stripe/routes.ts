import type { Account } from "./account.ts";
import type { Params } from "./protocol/form.ts";

/** One call as a resource sees it: authenticated, decoded, and matched to its path. */
export type Call = {
  /** The value of `:id` in the path, or "". */
  id: string;
  path: string;
  params: Params;
  /** True when the caller holds only the publishable key, as the browser does. */
  fromBrowser: boolean;
};

/** Answers with the object to send; throws StripeFault for a refusal. */
export type Route = (account: Account, call: Call) => object;

/** Routes by method and path, for example `"POST /v1/refunds"`. */
export type Routes = Record<string, Route>;
