import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { PasskeyOptions } from "../../../src/features/accounts/passkeys.output.schema.ts";
import type { NewPasskey, SignedPasskey } from "../../../src/features/accounts/passkeys.schema.ts";
import { ShownError } from "../../lib/shown-error.ts";
import { passkeyMessages } from "../../texts/passkeys.ts";

const { refusals } = passkeyMessages;

/** The library comes with the first use of a passkey. */
const load = () => import("@simplewebauthn/browser");

/** Browsers have passkeys only on https and localhost. */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === "function";

/**
 * Has the browser make a passkey. Rejects with a `ShownError` if the person cancels, or the device has one already.
 * The server made the options for this library.
 */
export async function makePasskey({ options }: PasskeyOptions): Promise<NewPasskey> {
  const { startRegistration } = await load();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { id, rawId, type, response } = await explain(startRegistration({ optionsJSON }), refusals.unmade);
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
}

/** Has the browser sign with a passkey. Rejects with a `ShownError` if the person cancels. */
export async function signWithPasskey({ options }: PasskeyOptions): Promise<SignedPasskey> {
  const { startAuthentication } = await load();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { id, rawId, type, response } = await explain(startAuthentication({ optionsJSON }), refusals.unused);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const signed = { clientDataJSON, authenticatorData, signature };
  return { id, rawId, type, response: { ...signed, ...(userHandle !== undefined && { userHandle }) } };
}

/** Browsers don't tell why someone used no passkey, except that the device has one of the account already. */
async function explain<Answer>(asked: Promise<Answer>, refusal: string): Promise<Answer> {
  try {
    return await asked;
  } catch (cause) {
    const isThere = cause instanceof Error && cause.name === "InvalidStateError";
    throw new ShownError(isThere ? refusals.alreadyThere : refusal, { cause });
  }
}
