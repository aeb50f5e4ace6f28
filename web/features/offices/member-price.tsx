import type { OfficeView } from "../../../src/features/offices/offices.output.schema.ts";
import { formatCents } from "../../lib/format.ts";
import { officesMessages } from "../../texts/offices.ts";

/** What a further member costs, where the plan of the office is paid for each. */
export function MemberPrice({ office: { memberPrice } }: { office: OfficeView }) {
  if (memberPrice === null) return null;
  return <p className="mt-2 text-sm text-muted">{officesMessages.memberPrice(formatCents(memberPrice))}</p>;
}
