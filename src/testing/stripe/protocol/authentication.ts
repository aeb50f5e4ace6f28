import { invalidRequest } from "./faults.ts";

type Keys = { secretKey: string; publishableKey: string };

/** What a publishable key may do: look at, confirm and authenticate an intent whose client secret it knows. */
const OPEN_TO_BROWSERS = [
  /^GET \/v1\/payment_intents\/[^/]+$/,
  /^POST \/v1\/payment_intents\/[^/]+\/confirm$/,
  /^POST \/v1\/payment_methods$/,
  /^POST \/v1\/3ds2\/authenticate$/,
];

/**
 * "server" for the secret key, "browser" for the publishable one. Throws 401 for any other, 403 for a forbidden call.
 */
export function callerOf(
  headers: Headers,
  keyParam: string | undefined,
  endpoint: string,
  keys: Keys,
): "server" | "browser" {
  const key = keyOf(headers) ?? keyParam;
  if (key === undefined || key === "") {
    const message =
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.";
    throw invalidRequest(message, { status: 401 });
  }
  if (key === keys.secretKey) return "server";
  if (key !== keys.publishableKey)
    throw invalidRequest(`Invalid API Key provided: ${masked(key)}`, { status: 401 });
  if (OPEN_TO_BROWSERS.some((pattern) => pattern.test(endpoint))) return "browser";
  const message =
    "This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.";
  throw invalidRequest(message, { status: 403, code: "secret_key_required" });
}

function keyOf(headers: Headers): string | undefined {
  const [scheme = "", credentials = ""] = (headers.get("authorization") ?? "").split(" ");
  if (/^bearer$/i.test(scheme)) return credentials;
  if (/^basic$/i.test(scheme)) return atob(credentials).split(":")[0];
  return undefined;
}

function masked(key: string): string {
  return `${key.slice(0, 8)}${"*".repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`;
}
