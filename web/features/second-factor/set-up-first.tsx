import type { CurrentUser } from "../../../src/features/accounts/accounts.output.schema.ts";
import { Button } from "../../components/button.tsx";
import { providersOnly } from "../../environment/server-settings.ts";
import { useTitle } from "../../lib/use-title.ts";
import { accountsMessages } from "../../texts/accounts.ts";
import { secondFactorMessages } from "../../texts/second-factor.ts";
import { useLogout } from "../accounts/use-logout.ts";
import { PasskeysCard } from "./passkeys-card.tsx";
import { SecondFactorCard } from "./second-factor-card.tsx";

const text = secondFactorMessages.first;

type SetUpFirstProps = { user: CurrentUser; onDone: () => void };

/** Takes the place of every page until the account has the second factor that the operator requires. */
export function SetUpFirst({ user: { username, needsSecondFactor }, onDone }: SetUpFirstProps) {
  const logout = useLogout();
  useTitle(text.title);
  return (
    <main id="main" tabIndex={-1} className="mx-auto grid max-w-text gap-6 px-4 py-8">
      <div>
        <h1 className="text-title">{text.title}</h1>
        <p className="mt-2 text-muted">{text.intro}</p>
      </div>
      <SecondFactorCard username={username} />
      {/* Where only providers sign in, a passkey is no second factor. */}
      {!providersOnly && <PasskeysCard username={username} />}
      <div className="flex flex-wrap gap-3">
        <Button disabled={needsSecondFactor} onClick={onDone}>
          {text.done}
        </Button>
        <Button variant="secondary" busy={logout.isPending} onClick={() => logout.mutate()}>
          {accountsMessages.logout}
        </Button>
      </div>
    </main>
  );
}
