import { useRef, useState } from "react";
import type { PasskeyView } from "../../../src/features/accounts/passkeys.output.schema.ts";
import { passkeyNameSchema } from "../../../src/features/accounts/passkeys.schema.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { FailedNotice } from "../../components/failed-notice.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { TextField } from "../../components/text-field.tsx";
import { formatDay, formatRelative } from "../../lib/format.ts";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { passkeyMessages } from "../../texts/passkeys.ts";
import { secondFactorMessages } from "../../texts/second-factor.ts";
import { canUsePasskeys, makePasskey } from "./browser-passkeys.ts";
import { CardStep } from "./card-step.tsx";
import { ProofForm } from "./proof-form.tsx";

const { card: text, adding, removing, renaming } = passkeyMessages;
const { loading, failed, again } = secondFactorMessages.card;

/** What the card shows below its introduction. */
type Part = { name: "list" } | { name: "add" } | { name: "rename" | "remove"; passkey: PasskeyView };

/** The passkeys of the account, with a way to add, name and remove them. */
export function PasskeysCard({ username }: { username: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  const described = trpc.secondFactor.describe.useQuery(undefined, { refetchOnMount: "always" });
  return (
    <Card aria-labelledby="passkeys-title">
      <h2 id="passkeys-title" ref={title} tabIndex={-1} className="text-heading">
        {text.title}
      </h2>
      <p className="mt-2 text-muted">{text.intro}</p>
      {described.isPending && (
        <p role="status" className="mt-2 text-muted">
          {loading}
        </p>
      )}
      {described.isError && (
        <FailedNotice again={again} onRetry={() => described.refetch()}>
          {failed}
        </FailedNotice>
      )}
      {described.data && (
        <Parts username={username} passkeys={described.data.passkeys} onList={() => title.current?.focus()} />
      )}
    </Card>
  );
}

type PartsProps = { username: string; passkeys: PasskeyView[]; onList: () => void };

function Parts({ username, passkeys, onList }: PartsProps) {
  const [part, setPart] = useState<Part>({ name: "list" });
  const { secondFactor, accounts } = trpc.useUtils();
  const start = trpc.secondFactor.startPasskey.useMutation();
  const add = trpc.secondFactor.addPasskey.useMutation();
  const remove = trpc.secondFactor.removePasskey.useMutation();
  const showList = () => {
    setPart({ name: "list" });
    onList();
  };
  switch (part.name) {
    case "list":
      return <PasskeyList passkeys={passkeys} onChoose={setPart} />;
    case "add":
      return (
        <CardStep title={adding.title} onCancel={showList}>
          <ProofForm
            username={username}
            texts={adding}
            send={async (proof) => {
              const made = await makePasskey(await start.mutateAsync(proof));
              const name = text.numbered(passkeys.length + 1);
              const passkey = await add.mutateAsync({ name, passkey: made });
              notify({ kind: "success", title: text.done });
              await secondFactor.describe.invalidate();
              void accounts.me.invalidate();
              setPart({ name: "rename", passkey });
            }}
          />
        </CardStep>
      );
    case "rename":
      return (
        <CardStep title={renaming.title} onCancel={showList}>
          <RenameForm passkey={part.passkey} onDone={showList} />
        </CardStep>
      );
    case "remove":
      return (
        <CardStep title={removing.title(part.passkey.name)} onCancel={showList}>
          <ProofForm
            username={username}
            texts={removing}
            send={async (proof) => {
              await remove.mutateAsync({ ...proof, id: part.passkey.id });
              notify({ kind: "success", title: text.removed });
              await secondFactor.describe.invalidate();
              void accounts.me.invalidate();
              showList();
            }}
          />
        </CardStep>
      );
  }
}

type PasskeyListProps = { passkeys: PasskeyView[]; onChoose: (part: Part) => void };

function PasskeyList({ passkeys, onChoose }: PasskeyListProps) {
  return (
    <>
      {passkeys.length === 0 && <p className="mt-2">{text.none}</p>}
      <ul className="mt-3 divide-y divide-line">
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0 wrap-anywhere">
              <p className="font-semibold" translate="no">
                {passkey.name}
              </p>
              <p className="text-sm text-muted">
                {text.added(formatDay(Date.parse(passkey.createdAt)))}
                {passkey.lastUsedAt !== null &&
                  ` · ${text.used(formatRelative(Date.parse(passkey.lastUsedAt), Date.now()))}`}
              </p>
            </div>
            <div className="flex flex-wrap gap-3">
              <Button
                variant="secondary"
                size="small"
                aria-label={text.renameNamed(passkey.name)}
                onClick={() => onChoose({ name: "rename", passkey })}
              >
                {text.rename}
              </Button>
              <Button
                variant="secondary"
                size="small"
                aria-label={text.removeNamed(passkey.name)}
                onClick={() => onChoose({ name: "remove", passkey })}
              >
                {text.remove}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {canUsePasskeys() ? (
        <Button variant="secondary" className="mt-3" onClick={() => onChoose({ name: "add" })}>
          {text.add}
        </Button>
      ) : (
        <p className="mt-2 text-muted">{text.unsupported}</p>
      )}
    </>
  );
}

function RenameForm({ passkey, onDone }: { passkey: PasskeyView; onDone: () => void }) {
  const form = useZodForm(passkeyNameSchema, { name: passkey.name });
  const { secondFactor } = trpc.useUtils();
  const rename = trpc.secondFactor.renamePasskey.useMutation();
  const { attempt, failure } = useAttempt(renaming);
  const send = (values: { name: string }) =>
    attempt(async () => {
      await rename.mutateAsync({ ...values, id: passkey.id });
      await secondFactor.describe.invalidate();
      notify({ kind: "success", title: text.renamed });
      onDone();
    });
  return (
    <SendForm onSubmit={form.submit(send)} busy={form.busy} failure={failure} texts={renaming}>
      <TextField form={form} name="name" label={renaming.label} hint={renaming.hint} autoComplete="off" />
    </SendForm>
  );
}
