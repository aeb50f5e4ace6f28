import { type PlanId, planIds } from "../../../db/columns/billing.ts";
import { plans as defaultPlans, type Plans } from "../../features/billing/plans.ts";
import type { Config } from "../../features/config.ts";
import { legalTextNames } from "../../features/legal-texts/legal-texts.schema.ts";
import { readConfig } from "../read-config.ts";
import { readServerConfig } from "../read-server-config.ts";
import { siteFolder } from "../site/read-site.ts";

/** Checks DATA_DIR/site and prints what it changes. Changes nothing. Throws AppError that lists all errors. */
export function checkSite(): void {
  const before = readConfig();
  const after = readServerConfig();
  const changes = describeChanges(before, after);
  const folder = siteFolder(before.dataDir);
  console.log(
    changes.length === 0
      ? `${folder} changes nothing.`
      : [`${folder} has no errors. With it, the server has:`, ...changes.map((line) => `  ${line}`)].join(
          "\n",
        ),
  );
  if (changes.length > 0) console.log("A running server reads the folder when it is restarted.");
}

/** One line for each thing that the folder changes. */
export function describeChanges(before: Config, after: Config): string[] {
  const lines: [string, string | undefined][] = [
    ["name", differs(before.productName, after.productName)],
    ["support address", differs(before.supportEmail, after.supportEmail)],
    ["accent color", after.accent && describeAccent(after.accent)],
    ["logo", after.logo && describeLogo(after)],
    ...legalTextNames.map((name): [string, string | undefined] => [
      `/${name}`,
      describeTexts(after.legalTexts[name]),
    ]),
    ...planIds.map((id): [string, string | undefined] => [
      defaultPlans[id].name,
      differs(describePlan(before.plans, id), describePlan(after.plans, id)),
    ]),
  ];
  return lines.flatMap(([what, change]) => (change === undefined ? [] : [`${what.padEnd(19)} ${change}`]));
}

function differs(before: string | undefined, after: string | undefined): string | undefined {
  if (after === undefined || before === after) return undefined;
  return before === undefined ? after : `${after}   (without the folder: ${before})`;
}

function describeAccent(accent: NonNullable<Config["accent"]>): string {
  const { light = "", dark = "" } = accent["--brand"] ?? {};
  return `${light} on light backgrounds, ${dark} on dark ones`;
}

function describeLogo({ logo, mailLogo, nameBesideLogo }: Config): string {
  const kind = logo?.type === "image/png" ? "logo.png" : "logo.svg";
  const name = nameBesideLogo ? "with the name next to it" : "without the name next to it";
  return `${kind} on the pages, ${name}; ${mailLogo ? "logo.png" : "the name"} in emails`;
}

function describeTexts(texts: Config["legalTexts"]["privacy"]): string | undefined {
  return texts && `a page of its own (${Object.keys(texts).join(", ")}), linked in the footer`;
}

function describePlan(plans: Plans, id: PlanId): string {
  const { price, documentLimit, offered, taxable, perMember, badge } = plans[id];
  if (!offered) return "not offered";
  const documents =
    documentLimit === null
      ? price === 0
        ? "without a limit"
        : "a month"
      : documentLimit === 1
        ? "for 1 document"
        : `for ${documentLimit} documents`;
  return [
    price === 0 ? `free ${documents}` : `$${(price / 100).toFixed(2)} ${documents}`,
    ...(perMember ? ["for each member of an office who may stamp"] : []),
    ...(taxable ? ["plus taxes"] : []),
    ...(badge === undefined ? [] : [`badge "${badge}"`]),
  ].join(", ");
}
