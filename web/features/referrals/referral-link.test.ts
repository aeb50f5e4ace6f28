import { expect, test } from "bun:test";
import { referralCodeIn } from "../accounts/referral.ts";
import { referralLink } from "./referral-card.tsx";

test("subscription page: the referral link is the site's origin plus /?ref= and the code [spec 2 referral-link]", () => {
  expect(referralLink("https://stamp.example.org", "7K2M9XQ4")).toBe(
    "https://stamp.example.org/?ref=7K2M9XQ4",
  );
});

test("the landing page reads the code from the link", () => {
  expect(referralCodeIn(new URL(referralLink("http://localhost:3000", "7K2M9XQ4")).search)).toBe("7K2M9XQ4");
});
