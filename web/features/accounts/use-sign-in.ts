import { useState } from "react";
import { notify, notifyAfterReload } from "../../lib/notify.ts";
import { type FieldIssue, parseServerError, readErrorCode } from "../../lib/server-errors.ts";
import { accountsMessages as text } from "../../texts/accounts.ts";
import { notifyOtherTabs } from "./session-channel.ts";

type SignInTexts = { failed: string; welcome: string; welcomeText: (username: string) => string };

/**
 * Shared by login and registration: on success the page reloads with a welcome message, on failure the server's message
 * is shown in the specified toast, and at its field or in the form. `onCodeNeeded`: the password was right, and the
 * account has a second step.
 */
export function useSignIn(texts: SignInTexts, onCodeNeeded?: () => void) {
  const [failure, setFailure] = useState<string>();
  const [done, setDone] = useState(false);

  async function signIn(call: () => Promise<{ username: string }>): Promise<FieldIssue[]> {
    setFailure(undefined);
    try {
      const { username } = await call();
      setDone(true);
      notifyOtherTabs();
      notifyAfterReload({ kind: "success", title: texts.welcome, description: texts.welcomeText(username) });
      history.replaceState(null, "", location.pathname);
      location.reload();
      return [];
    } catch (error) {
      const serverError = parseServerError(error);
      if (onCodeNeeded && readErrorCode(error) === "second-factor-required") {
        onCodeNeeded();
        return [];
      }
      const message = serverError.message ?? (serverError.status ? text.formFallback : text.noAnswer);
      // Field errors are shown at their fields.
      if (serverError.issues.length === 0) setFailure(message);
      notify({ kind: "error", title: texts.failed, description: message });
      return serverError.issues;
    }
  }

  return { signIn, failure, done };
}
