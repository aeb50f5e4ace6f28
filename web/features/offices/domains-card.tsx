import { BadgeCheck, CircleAlert, CircleDashed } from "lucide-react";
import { useRef, useState } from "react";
import type { OfficeDomainView } from "../../../src/features/offices/domains.output.schema.ts";
import { addDomainSchema, maxDomains } from "../../../src/features/offices/domains.schema.ts";
import type { OfficeView } from "../../../src/features/offices/offices.output.schema.ts";
import { Badge, type Tone } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { CopyField } from "../../components/copy-field.tsx";
import { DisclosureMark } from "../../components/disclosure-mark.tsx";
import { FailedNotice } from "../../components/failed-notice.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { TextField } from "../../components/text-field.tsx";
import { formatWithZone } from "../../lib/format.ts";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { domainMessages as text } from "../../texts/office-domains.ts";
import { officesMessages } from "../../texts/offices.ts";
import { showFailure } from "./use-switch.ts";

/** The domains of the office with the records that prove them, for managers; owners also change them. */
export function DomainsCard({ role }: Pick<OfficeView, "role">) {
  const domains = trpc.offices.domains.useQuery();
  const [removing, setRemoving] = useState<OfficeDomainView>();
  const title = useRef<HTMLHeadingElement>(null);
  const isOwner = role === "owner";
  return (
    <Card aria-labelledby="domains-title">
      <h2 id="domains-title" ref={title} tabIndex={-1} className="text-heading">
        {text.title}
      </h2>
      <p className="mt-2 text-muted">{text.intro}</p>
      {domains.isPending && (
        <p role="status" className="mt-3 text-muted">
          {officesMessages.loading}
        </p>
      )}
      {domains.isError && (
        <FailedNotice again={officesMessages.again} onRetry={() => domains.refetch()}>
          {officesMessages.failedToLoad}
        </FailedNotice>
      )}
      {domains.data?.length === 0 && <p className="mt-3">{text.none}</p>}
      <ul className="mt-3 divide-y divide-line">
        {domains.data?.map((domain) => (
          <Domain key={domain.id} domain={domain} isOwner={isOwner} onRemove={() => setRemoving(domain)} />
        ))}
      </ul>
      {isOwner && domains.data && domains.data.length < maxDomains && <AddForm />}
      {removing && (
        <RemoveDialog
          domain={removing}
          onClose={() => setRemoving(undefined)}
          onRemoved={() => title.current?.focus()}
        />
      )}
    </Card>
  );
}

function useRefresh(): () => Promise<void> {
  const { offices } = trpc.useUtils();
  return () => {
    void offices.log.invalidate();
    return offices.domains.invalidate();
  };
}

const looks: Record<OfficeDomainView["state"], { tone: Tone; Icon: typeof BadgeCheck }> = {
  pending: { tone: "plain", Icon: CircleDashed },
  verified: { tone: "good", Icon: BadgeCheck },
  failing: { tone: "warn", Icon: CircleAlert },
  lost: { tone: "bad", Icon: CircleAlert },
};

type DomainProps = { domain: OfficeDomainView; isOwner: boolean; onRemove: () => void };

function Domain({ domain, isOwner, onRemove }: DomainProps) {
  const { id, name, unicode, state, isShown, seenAt, checkedAt, outcome } = domain;
  const { tone, Icon } = looks[state];
  const isVerified = state === "verified" || state === "failing";
  const refresh = useRefresh();
  const options = { onError: showFailure, onSettled: refresh };
  const show = trpc.offices.showDomain.useMutation(options);
  const check = trpc.offices.checkDomain.useMutation({
    ...options,
    onSuccess: ({ outcome: found }) =>
      notify(
        found === "found" ? { kind: "success", title: text.found } : { kind: "error", title: text.notFound },
      ),
  });
  return (
    <li className="grid gap-3 py-4">
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold" translate="no">
            {name}
          </span>
          {unicode !== name && <span translate="no">({unicode})</span>}
        </p>
        <p className="mt-2 flex flex-wrap gap-2">
          <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
            {text.states[state]}
          </Badge>
          {isShown && isVerified && <Badge tone="brand">{text.shown}</Badge>}
        </p>
        {seenAt !== null && (
          <p className="mt-2 text-sm text-muted">{text.seen(formatWithZone(Date.parse(seenAt)))}</p>
        )}
        {checkedAt !== null && outcome !== null && outcome !== "found" && (
          <p className="mt-2 text-sm">
            {text.checked(formatWithZone(Date.parse(checkedAt)))} {text.outcomes[outcome]}
            {state === "failing" && ` ${text.failing}`}
          </p>
        )}
      </div>
      <RecordToPublish domain={domain} isOpen={state === "pending" || state === "lost"} />
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          size="small"
          aria-label={text.checkNamed(name)}
          busy={check.isPending}
          onClick={() => check.mutate({ id })}
        >
          {text.check}
        </Button>
        {isOwner && isVerified && (
          <Button
            variant="secondary"
            size="small"
            aria-label={isShown ? text.hideNamed(name) : text.showNamed(name)}
            busy={show.isPending}
            onClick={() => show.mutate({ id, isShown: !isShown })}
          >
            {isShown ? text.hide : text.show}
          </Button>
        )}
        {isOwner && (
          <Button variant="quiet" size="small" aria-label={text.removeNamed(name)} onClick={onRemove}>
            {text.remove}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Folded once it was found. */
function RecordToPublish({
  domain: { name, record },
  isOpen,
}: {
  domain: OfficeDomainView;
  isOpen: boolean;
}) {
  if (record === null) return null;
  return (
    <details open={isOpen} className="group">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold wrap-anywhere">
        <DisclosureMark />
        {text.showRecord(name)}
      </summary>
      <div className="mt-2 grid gap-4 rounded-panel border border-line p-4">
        <p>{text.steps}</p>
        <p className="font-semibold">{text.type}</p>
        <div>
          <CopyField value={record.name} text={text.recordName} canBeShared={false} />
          <p className="mt-1 text-sm text-muted">{text.recordNameHint(name)}</p>
        </div>
        <CopyField value={record.value} text={text.recordValue} canBeShared={false} />
      </div>
    </details>
  );
}

function AddForm() {
  const form = useZodForm(addDomainSchema, { name: "" });
  const add = trpc.offices.addDomain.useMutation();
  const refresh = useRefresh();
  const { attempt, failure } = useAttempt(officesMessages);
  const send = (values: { name: string }) =>
    attempt(async () => {
      await add.mutateAsync(values);
      form.reset();
      void refresh();
    });
  return (
    <SendForm onSubmit={form.submit(send)} busy={form.busy} failure={failure} texts={text.add}>
      <TextField
        form={form}
        name="name"
        label={text.add.label}
        hint={text.add.hint}
        autoComplete="off"
        required
      />
    </SendForm>
  );
}

type RemoveDialogProps = { domain: OfficeDomainView; onClose: () => void; onRemoved: () => void };

function RemoveDialog({ domain: { id, name }, onClose, onRemoved }: RemoveDialogProps) {
  const refresh = useRefresh();
  const remove = trpc.offices.removeDomain.useMutation({
    onError: showFailure,
    onSettled: async (_, error) => {
      onClose();
      await refresh();
      if (!error) onRemoved();
    },
  });
  return (
    <ConfirmDialog
      title={text.removeTitle}
      cancelLabel={officesMessages.cancel}
      confirmLabel={text.remove}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ id })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{text.removeText(name)}</p>
    </ConfirmDialog>
  );
}
