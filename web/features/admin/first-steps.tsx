import { useId } from "react";
import { Card } from "../../components/card.tsx";
import { paymentsOpen, plans } from "../../environment/server-settings.ts";
import { trpc } from "../../lib/trpc.ts";
import { adminMessages } from "../../texts/admin.ts";
import { translate } from "../../texts/translation.ts";

const text = adminMessages.firstSteps;

/** What an administrator decides after the first start, and what is not set up; nothing once all of it is. */
export function FirstSteps() {
  const title = useId();
  const setup = trpc.admin.setup.useQuery();
  // The first sentence says the same about payments, and also what an unlimited server does.
  const missing = setup.data?.filter(({ part }) => part !== "payments") ?? [];
  if (paymentsOpen && missing.length === 0) return null;
  return (
    <Card aria-labelledby={title} className="mb-8">
      <h2 id={title} className="text-heading">
        {text.title}
      </h2>
      {!paymentsOpen && <FreeDocuments />}
      {missing.length > 0 && (
        <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-facts">
          {missing.map(({ part, advice, ...issue }) => (
            <div key={part} className="contents">
              <dt className="font-semibold">{text.parts[part]}</dt>
              <dd className="max-w-text wrap-anywhere max-sm:-mt-2">
                {capitalize(translate(issue))}.{" "}
                <span className="text-muted">
                  <WithCode>{translate(advice)}</WithCode>
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

/** Shows what a sentence has in backticks as code. */
function WithCode({ children }: { children: string }) {
  return children.split("`").map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={part} className="wrap-anywhere">
        {part}
      </code>
    ),
  );
}

const capitalize = (sentence: string) => sentence.slice(0, 1).toUpperCase() + sentence.slice(1);

function FreeDocuments() {
  const { documentLimit } = plans.trial;
  return (
    <>
      <p className="mt-2 max-w-text">
        {documentLimit === null ? text.unlimited : text.limited(documentLimit)}
      </p>
      {documentLimit !== null && (
        <p className="mt-2 max-w-text text-muted">
          <WithCode>{text.change}</WithCode>
        </p>
      )}
    </>
  );
}
