import { CircleAlert } from "lucide-react";
import { useState } from "react";
import type { TokenView } from "../../../src/features/accounts/access-tokens.output.schema.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { FailedNotice } from "../../components/failed-notice.tsx";
import { formatDay, formatRelative } from "../../lib/format.ts";
import { trpc } from "../../lib/trpc.ts";
import { accessTokensMessages } from "../../texts/access-tokens.ts";
import { RevokeDialog } from "./revoke-dialog.tsx";

const text = accessTokensMessages.list;

/** The user's tokens, newest first, or an error. */
export function TokenList() {
  const [revoking, setRevoking] = useState<TokenView>();
  const tokens = trpc.tokens.list.useQuery();
  if (tokens.isPending)
    return (
      <p role="status" className="text-muted">
        {text.loading}
      </p>
    );
  if (tokens.isError)
    return (
      <FailedNotice again={text.again} onRetry={() => tokens.refetch()}>
        {text.failed}
      </FailedNotice>
    );
  if (tokens.data.length === 0) return <p className="text-muted">{text.empty}</p>;
  return (
    <>
      <ul className="divide-y divide-line">
        {tokens.data.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
        ))}
      </ul>
      {revoking && <RevokeDialog token={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  );
}

function TokenRow({ token, onRevoke }: { token: TokenView; onRevoke: () => void }) {
  const { name, createdAt, lastUsedAt, expiresAt } = token;
  const hasEnded = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  const used =
    lastUsedAt === null ? text.neverUsed : text.used(formatRelative(Date.parse(lastUsedAt), Date.now()));
  const end = expiresAt === null ? text.noEnd : text.ends(formatDay(Date.parse(expiresAt)));
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {hasEnded && (
            <Badge tone="bad" icon={<CircleAlert aria-hidden="true" />}>
              {text.ended}
            </Badge>
          )}
        </p>
        <p className="text-sm text-muted">{describeRights(token)}</p>
        <p className="text-sm text-muted">
          {[text.created(formatDay(Date.parse(createdAt))), used, ...(hasEnded ? [] : [end])].join(" · ")}
        </p>
      </div>
      <Button variant="secondary" size="small" aria-label={text.revokeNamed(name)} onClick={onRevoke}>
        {text.revoke}
      </Button>
    </li>
  );
}

function describeRights({ scopes }: TokenView): string {
  const { may, resources } = accessTokensMessages;
  const names = Object.entries(resources).flatMap(([resource, name]) => {
    const rights = scopes.filter((scope) => scope.startsWith(`${resource}:`));
    const [only] = rights;
    if (only === undefined) return [];
    const right = rights.length > 1 ? may.both : only.endsWith(":read") ? may.read : may.write;
    return [text.right(name, right)];
  });
  return names.join(" · ");
}
