import { type ReactNode, useCallback, useEffect, useState } from "react";
import type { OpenedShare as Opened } from "../../../src/features/projects/shares.output.schema.ts";
import { FailedNotice } from "../../components/failed-notice.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { parseServerError } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useTitle } from "../../lib/use-title.ts";
import { sharingMessages } from "../../texts/sharing.ts";
import { PasswordField } from "../accounts/password-field.tsx";
import { SharedProject } from "./shared-project.tsx";

/** Opens a link and shows its project, or asks for its password first; `over` if the link does not work. */
export function OpenedShare({ token, over }: { token: string; over: ReactNode }) {
  const { client } = trpc.useUtils();
  const [opened, setOpened] = useState<Opened>();
  const [error, setError] = useState<unknown>();
  const open = useCallback(() => {
    setError(undefined);
    client.shares.open.mutate({ token }).then(setOpened, setError);
  }, [client, token]);
  useEffect(open, [open]);
  if (error !== undefined) {
    if (parseServerError(error).status === 404) return over;
    return (
      <FailedNotice again={sharingMessages.unavailable.again} onRetry={open}>
        {parseServerError(error).message ?? sharingMessages.unavailable.text}
      </FailedNotice>
    );
  }
  if (opened === undefined) return <p role="status">{sharingMessages.page.loading}</p>;
  const { project, pass } = opened;
  if (project === null) return <LockedShare token={token} onOpened={setOpened} />;
  const openAgain = async () => {
    const now = await client.shares.open.mutate({ token, ...(pass !== null && { pass }) });
    setOpened(now);
    return typeof now.project?.list === "string";
  };
  return <SharedProject token={token} pass={pass} project={project} onChanged={openAgain} />;
}

function LockedShare({ token, onOpened }: { token: string; onOpened: (opened: Opened) => void }) {
  const text = sharingMessages.locked;
  useTitle(text.title);
  const [password, setPassword] = useState("");
  const open = trpc.shares.open.useMutation();
  const { attempt, failure } = useAttempt(text);
  const send = () =>
    attempt(async () => {
      onOpened(await open.mutateAsync({ token, password }));
    });
  return (
    <div className="max-w-form">
      <h1 className="mb-2 text-title">{text.title}</h1>
      <p>{text.text}</p>
      <SendForm
        onSubmit={(event) => {
          event.preventDefault();
          if (!open.isPending) void send();
        }}
        busy={open.isPending}
        failure={failure}
        texts={text}
        ready={password !== ""}
      >
        <PasswordField
          name="password"
          autoComplete="off"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </SendForm>
    </div>
  );
}
