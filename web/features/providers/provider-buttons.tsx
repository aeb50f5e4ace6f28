import { CircleAlert, LogIn } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { providers, providersOnly } from "../../environment/server-settings.ts";
import { parseServerError } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { providersMessages } from "../../texts/providers.ts";

const text = providersMessages.buttons;

/** "Continue with NAME" for each identity provider of this site. */
export function ProviderButtons() {
  const start = trpc.providers.start.useMutation();
  const [opening, setOpening] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const press = async (provider: string) => {
    setOpening(provider);
    setFailure(undefined);
    try {
      const returnTo = location.pathname + location.search;
      const { url } = await start.mutateAsync({ provider, returnTo });
      location.assign(url);
    } catch (error) {
      setOpening(undefined);
      setFailure(parseServerError(error).message ?? text.fallback);
    }
  };
  return (
    <div className="mt-4 grid gap-3">
      <p className="text-center text-muted">{providersOnly ? text.only : text.or}</p>
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="secondary"
          busy={opening === id}
          disabled={opening !== undefined}
          onClick={() => void press(id)}
        >
          <LogIn className="size-4" aria-hidden="true" />
          {text.continueWith(name)}
        </Button>
      ))}
      {failure && (
        <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />} role="alert">
          <p className="font-semibold">{text.failed}</p>
          <p>{failure}</p>
        </Notice>
      )}
    </div>
  );
}
