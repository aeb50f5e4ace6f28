import { useRef, useState } from "react";
import { type OfficeRole, officeRoles } from "../../../db/columns/offices.ts";
import type { OfficeView } from "../../../src/features/offices/offices.output.schema.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { inputLook } from "../../components/field.tsx";
import { classes } from "../../lib/classes.ts";
import { trpc } from "../../lib/trpc.ts";
import { officesMessages } from "../../texts/offices.ts";
import { OwnerProof } from "./owner-proof.tsx";
import { showFailure } from "./use-switch.ts";

const text = officesMessages.members;
type Member = OfficeView["members"][number];

/** A change that makes or unmakes an owner, and so needs proof. */
type Change = { member: Member; role: OfficeRole };

/** Who belongs to the office; owners change roles and remove members, and everyone can leave. */
export function MembersCard({ office }: { office: OfficeView }) {
  const [going, setGoing] = useState<Member>();
  const [proving, setProving] = useState<Change>();
  const title = useRef<HTMLHeadingElement>(null);
  const { offices } = trpc.useUtils();
  const refresh = () => void offices.invalidate();
  const change = trpc.offices.changeRole.useMutation({ onError: showFailure, onSettled: refresh });
  const remove = trpc.offices.removeMember.useMutation({
    onError: showFailure,
    onSettled: async (_, error) => {
      setGoing(undefined);
      await offices.invalidate();
      if (!error) title.current?.focus();
    },
  });
  const leave = trpc.offices.leave.useMutation({
    onSuccess: () => location.assign("/"),
    onError: (error) => {
      setGoing(undefined);
      showFailure(error);
    },
  });
  const isOwner = office.role === "owner";
  const choose = (member: Member, role: OfficeRole) => {
    if (role === "owner" || member.role === "owner") setProving({ member, role });
    else change.mutate({ id: member.id, role });
  };
  return (
    <Card aria-labelledby="members-title">
      <h2 id="members-title" ref={title} tabIndex={-1} className="text-heading">
        {text.title}
      </h2>
      <ul className="mt-3 divide-y divide-line">
        {office.members.map((member) => (
          <li key={member.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0 wrap-anywhere">
              <p className="font-semibold">
                {member.name}
                {member.isYou && ` (${text.you})`}
              </p>
              <p className="text-sm text-muted" translate="no">
                {member.username}
              </p>
            </div>
            <div className="flex items-center gap-3">
              {isOwner ? (
                <select
                  aria-label={text.role(member.name)}
                  className={classes(inputLook, "max-w-field")}
                  value={member.role}
                  disabled={change.isPending}
                  onChange={({ target }) => {
                    const role = officeRoles.find((each) => each === target.value);
                    if (role) choose(member, role);
                  }}
                >
                  {officeRoles.map((role) => (
                    <option key={role} value={role}>
                      {officesMessages.roles[role]}
                    </option>
                  ))}
                </select>
              ) : (
                <span>{officesMessages.roles[member.role]}</span>
              )}
              {isOwner && !member.isYou && member.role !== "owner" && (
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={text.removeNamed(member.name)}
                  onClick={() => setGoing(member)}
                >
                  {text.remove}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {proving && <OwnerChange change={proving} onDone={() => setProving(undefined)} />}
      <dl className="mt-3 text-sm text-muted">
        {officeRoles.map((role) => (
          <div key={role}>
            <dt className="inline font-semibold">{officesMessages.roles[role]}:</dt>{" "}
            <dd className="inline">{officesMessages.rights[role]}</dd>
          </div>
        ))}
      </dl>
      <Button
        variant="secondary"
        className="mt-4"
        onClick={() => setGoing(office.members.find(({ isYou }) => isYou))}
      >
        {text.leave}
      </Button>
      {going && (
        <ConfirmDialog
          title={going.isYou ? text.leaveTitle : text.removeTitle}
          cancelLabel={officesMessages.cancel}
          confirmLabel={going.isYou ? text.leave : text.remove}
          busy={remove.isPending || leave.isPending}
          onConfirm={() => (going.isYou ? leave.mutate() : remove.mutate({ id: going.id }))}
          onClose={() => setGoing(undefined)}
        >
          <p className="wrap-anywhere">{going.isYou ? text.leaveText : text.removeText(going.name)}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

/** Asks for proof before someone becomes an owner, or is no longer one. */
function OwnerChange({ change: { member, role }, onDone }: { change: Change; onDone: () => void }) {
  const { offices } = trpc.useUtils();
  const change = trpc.offices.changeRole.useMutation();
  return (
    <OwnerProof
      title={text.prove.title(member.name, officesMessages.roles[role])}
      texts={text.prove}
      onCancel={onDone}
      send={async (proof) => {
        await change.mutateAsync({ ...proof, id: member.id, role });
        onDone();
        void offices.invalidate();
      }}
    />
  );
}
