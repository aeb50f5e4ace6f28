import type { ErrorKind } from "../../../errors.ts";
import type { Group } from "./groups.ts";

/** The description of a call, beyond what follows from its guard, input and output. */
export type CallDescription = {
  group: Group;
  summary: string;
  /** Errors beyond those that follow from its guard, input and path. */
  refusals?: readonly ErrorKind[];
  /** For calls that create or spend: whether a request with an Idempotency-Key is answered once (idempotency.ts). */
  idempotency?: Idempotency;
};

/** What happens to the answer: kept for a day, or, if it has a secret, only that there was one. */
export type Idempotency = "kept" | "noted";

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** The REST call that is an alias of a procedure, next to whose guard it is written. */
export type RestAlias = CallDescription & {
  /** Method and path, e.g. "GET /api/projects/:id". */
  route: `${Method} /api/${string}`;
};
