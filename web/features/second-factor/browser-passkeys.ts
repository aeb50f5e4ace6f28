import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { PasskeyOptions } from "../../../src/features/accounts/passkeys.output.schema.ts";
import type { NewPasskey, SignedPasskey } from "../../../src/features/accounts/passkeys.schema.ts";

/** The library comes with the first use of a passkey. */
const load = () => import("@simplewebauthn/browser");

/** Browsers have passkeys only on https and localhost. */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === "function";

/** Has the browser make a passkey. Rejects if the person cancels. The server made the options for this library. */
export async function makePasskey({ options }: PasskeyOptions): Promise<NewPasskey> {
  const { startRegistration } = await load();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { id, rawId, type, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
}

/** Has the browser sign with a passkey. Rejects if the person cancels. */
export async function signWithPasskey({ options }: PasskeyOptions): Promise<SignedPasskey> {
  const { startAuthentication } = await load();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const signed = { clientDataJSON, authenticatorData, signature };
  return { id, rawId, type, response: { ...signed, ...(userHandle !== undefined && { userHandle }) } };
}
