import { useRef, useState } from "react";
import type { LinkedProviders } from "../../../src/features/accounts/providers/providers.output.schema.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { FailedNotice } from "../../components/failed-notice.tsx";
import { providers, providersOnly } from "../../environment/server-settings.ts";
import { formatDay } from "../../lib/format.ts";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { providersMessages } from "../../texts/providers.ts";
import { CardStep } from "../second-factor/card-step.tsx";
import { ProofForm } from "../second-factor/proof-form.tsx";

const { card: text, choosing, linking, unlinking } = providersMessages;

type Linked = LinkedProviders["linked"][number];
type Provider = (typeof providers)[number];

/** What the card shows below its introduction. */
type Part =
  | { name: "list" }
  | { name: "link" | "password"; provider: Provider }
  | { name: "unlink"; linked: Linked };

/** The identity providers of the account, with a way to add and remove them. */
export function LinkedProvidersCard({ username }: { username: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  const described = trpc.providers.describe.useQuery(undefined, { refetchOnMount: "always" });
  return (
    <Card aria-labelledby="providers-title">
      <h2 id="providers-title" ref={title} tabIndex={-1} className="text-heading">
        {text.title}
      </h2>
      <p className="mt-2 text-muted">{text.intro}</p>
      {described.isPending && (
        <p role="status" className="mt-2 text-muted">
          {text.loading}
        </p>
      )}
      {described.isError && (
        <FailedNotice again={text.again} onRetry={() => described.refetch()}>
          {text.failed}
        </FailedNotice>
      )}
      {described.data && (
        <Parts username={username} described={described.data} onList={() => title.current?.focus()} />
      )}
    </Card>
  );
}

type PartsProps = {
  username: string;
  described: LinkedProviders;
  onList: () => void;
};

function Parts({ username, described, onList }: PartsProps) {
  const [part, setPart] = useState<Part>({ name: "list" });
  const utils = trpc.useUtils();
  const start = trpc.providers.startLink.useMutation();
  const startPassword = trpc.providers.startFirstPassword.useMutation();
  const remove = trpc.providers.unlink.useMutation();
  const showList = () => {
    setPart({ name: "list" });
    onList();
  };
  switch (part.name) {
    case "list":
      return <LinkList described={described} onChoose={setPart} />;
    case "link":
      return (
        <CardStep title={linking.title(part.provider.name)} onCancel={showList}>
          <ProofForm
            username={username}
            texts={linking}
            send={async (proof) => {
              const { url } = await start.mutateAsync({ ...proof, provider: part.provider.id });
              location.assign(url);
            }}
          />
        </CardStep>
      );
    case "password":
      return (
        <CardStep title={text.choosePassword(part.provider.name)} onCancel={showList}>
          <ProofForm
            username={username}
            texts={choosing}
            isProviderNext
            send={async ({ code, passkey }) => {
              const { url } = await startPassword.mutateAsync({ code, passkey, provider: part.provider.id });
              location.assign(url);
            }}
          />
        </CardStep>
      );
    case "unlink":
      return (
        <CardStep title={unlinking.title(part.linked.name)} onCancel={showList}>
          <ProofForm
            username={username}
            texts={unlinking}
            send={async (proof) => {
              await remove.mutateAsync({ ...proof, id: part.linked.id });
              notify({ kind: "success", title: text.unlinked });
              await utils.providers.describe.invalidate();
              void utils.accounts.me.invalidate();
              showList();
            }}
          />
        </CardStep>
      );
  }
}

type LinkListProps = { described: LinkedProviders; onChoose: (part: Part) => void };

function LinkList({ described: { linked, hasPassword }, onChoose }: LinkListProps) {
  const isLinked = ({ id }: Provider) => linked.some(({ provider }) => provider === id);
  return (
    <>
      {linked.length === 0 && <p className="mt-2">{text.none}</p>}
      <ul className="mt-3 divide-y divide-line">
        {linked.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0 wrap-anywhere">
              <p className="font-semibold" translate="no">
                {one.name}
              </p>
              <p className="text-sm text-muted">
                {one.label && <span translate="no">{one.label} · </span>}
                {text.since(formatDay(Date.parse(one.createdAt)))}
              </p>
            </div>
            <Button
              variant="secondary"
              size="small"
              aria-label={text.unlinkNamed(one.name)}
              onClick={() => onChoose({ name: "unlink", linked: one })}
            >
              {text.unlink}
            </Button>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-3">
        {providers
          .filter((provider) => !isLinked(provider))
          .map((provider) => (
            <Button
              key={provider.id}
              variant="secondary"
              onClick={() => onChoose({ name: "link", provider })}
            >
              {text.link(provider.name)}
            </Button>
          ))}
      </div>
      {!hasPassword && <ChoosePassword from={providers.filter(isLinked)} onChoose={onChoose} />}
    </>
  );
}

type ChoosePasswordProps = { from: readonly Provider[]; onChoose: (part: Part) => void };

/** The provider asks again who it is; then the page at /signing-in takes the password. Nothing where none signs in. */
function ChoosePassword({ from, onChoose }: ChoosePasswordProps) {
  return (
    <>
      <p className="mt-4">{text.noPassword}</p>
      {!providersOnly && (
        <div className="mt-3 flex flex-wrap gap-3">
          {from.map((provider) => (
            <Button
              key={provider.id}
              variant="secondary"
              onClick={() => onChoose({ name: "password", provider })}
            >
              {text.choosePassword(provider.name)}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
