import { describe, expect, test } from "bun:test";
import { plans } from "../../../src/features/billing/plans.ts";
import { stampPositions } from "../../../src/formats/stamp/stamp.ts";
import { faqFilters, findQuestions } from "./faq.ts";
import { buildQuestions } from "./questions.ts";

const questions = buildQuestions(plans);

describe("FAQ: the questions", () => {
  test("can be filtered by All, General, Technical and Billing, and each category has some [spec 2 faq-categories]", () => {
    expect(faqFilters).toEqual(["all", "general", "technical", "billing"]);
    expect(findQuestions(questions, "all", "")).toEqual([...questions]);
    for (const filter of ["general", "technical", "billing"] as const) {
      const found = findQuestions(questions, filter, "");
      expect(found.length).toBeGreaterThanOrEqual(4);
      expect(new Set(found.map(({ category }) => category))).toEqual(new Set([filter]));
    }
  });

  test("can be searched by words in questions and answers, ignoring case", () => {
    const found = findQuestions(questions, "all", " SIGNED  pdf ");
    expect(found.map(({ question }) => question)).toContain(
      "My PDF is already signed. Does the signature survive?",
    );
    expect(findQuestions(questions, "all", "giraffe")).toEqual([]);
  });

  test("are each listed once", () => {
    expect(new Set(questions.map(({ question }) => question)).size).toBe(questions.length);
  });
});

describe("the answers are true of the product", () => {
  const all = questions.map(({ answer }) => answer).join("\n");

  test("upload: they list PDF, docx, PNG, JPG and JPEG, and 50 MB [spec 5 types-faq]", () => {
    expect(all).toContain("PDF, docx, PNG, JPG and JPEG");
    expect(all).toContain("up to 50 MB");
  });

  test("constants: they name every price and limit of the plans [spec 1 prices]", () => {
    for (const amount of ["3 free documents", "$2.99 for one", "$9.99 a month", "35 documents"]) {
      expect(all).toContain(amount);
    }
    for (const { name } of Object.values(plans)) if (name !== plans.trial.name) expect(all).toContain(name);
  });

  test("where an office pays for each member, the answer about prices says so", () => {
    const answerWith = (perMember: boolean) =>
      buildQuestions({ ...plans, unlimited: { ...plans.unlimited, perMember } }).find(
        ({ id }) => id === "prices",
      )?.answer;
    expect(answerWith(true)).toContain("without a limit, in an office for each member who may stamp.");
    expect(answerWith(false)).not.toContain("office");
  });

  test("constants: originals 48 hours, 30-60 seconds, up to 2-3 minutes, 3 and 3 credits, 8 words [spec 1 processing-times]", () => {
    for (const said of [
      "48 hours",
      "30-60 seconds",
      "2-3 minutes",
      "3 free credits and you get 3",
      "at most 8 words",
    ]) {
      expect(all).toContain(said);
    }
  });

  test("they state the actual number of stamp positions", () => {
    expect(all).toContain("along the right edge, or in one of the four corners");
    expect(stampPositions.length).toBe(5);
  });
});
