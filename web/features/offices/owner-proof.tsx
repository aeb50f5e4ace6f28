import type { ComponentProps } from "react";
import { trpc } from "../../lib/trpc.ts";
import { CardStep } from "../second-factor/card-step.tsx";
import { ProofForm } from "../second-factor/proof-form.tsx";

type OwnerProofProps = Pick<ComponentProps<typeof ProofForm>, "texts" | "send"> &
  Pick<ComponentProps<typeof CardStep>, "title" | "onCancel">;

/** Asks an owner to prove that it is them before a change to who the office belongs to. */
export function OwnerProof({ title, texts, onCancel, send }: OwnerProofProps) {
  const me = trpc.accounts.me.useQuery();
  return (
    <CardStep title={title} onCancel={onCancel}>
      <ProofForm username={me.data?.username ?? ""} texts={texts} send={send} />
    </CardStep>
  );
}
