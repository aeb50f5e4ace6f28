import { CircleAlert, KeyRound } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { parseServerError } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { accountsMessages } from "../../texts/accounts.ts";
import { passkeyMessages } from "../../texts/passkeys.ts";
import { useSignIn } from "../accounts/use-sign-in.ts";
import { canUsePasskeys, signWithPasskey } from "./browser-passkeys.ts";

const text = passkeyMessages.login;

/** Logs in without a username; nothing in a browser without passkeys. */
export function PasskeyLogin() {
  const start = trpc.accounts.startPasskeySignIn.useMutation();
  const enter = trpc.accounts.signInByPasskey.useMutation();
  const { signIn, failure, done } = useSignIn(accountsMessages.login);
  const [busy, setBusy] = useState(false);
  const [unused, setUnused] = useState<string>();
  const waiting = busy || done;
  const press = async () => {
    setBusy(true);
    setUnused(undefined);
    try {
      const passkey = await signWithPasskey(await start.mutateAsync());
      await signIn(() => enter.mutateAsync({ passkey }));
    } catch (error) {
      setUnused(parseServerError(error).message ?? accountsMessages.noAnswer);
    } finally {
      setBusy(false);
    }
  };
  if (!canUsePasskeys()) return null;
  return (
    <>
      {(unused ?? failure) && (
        <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />} role="alert">
          {unused ?? failure}
        </Notice>
      )}
      <Button variant="secondary" busy={waiting} onClick={() => void press()}>
        {!waiting && <KeyRound className="size-4" aria-hidden="true" />}
        {waiting ? text.pending : text.submit}
      </Button>
    </>
  );
}
