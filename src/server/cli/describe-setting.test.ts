import { expect, test } from "bun:test";
import { secretSettings, settingNames } from "../settings.ts";
import { describeSetting } from "./config.ts";

const shown = (name: string, value: string) => describeSetting({ name, value, source: "environment" });

test("no password or key in an address is shown, however malformed the address is", () => {
  const values = [
    "smtp://mailer:hunter2@mail.example:587",
    "smtp://mailer:hun/ter2@mail.example",
    "smtp://mailer:hunter 2@mail.example",
    "smtp://mailer:a,hunter2@mail.example",
    "smtp:mailer:hunter2@mail.example",
    "mailer:hunter2@mail.example:587",
    "smtp://mailer:hunter2@2@mail.example",
  ];
  for (const value of values) {
    expect([value, shown("SMTP_URL", value)]).toEqual([
      value,
      expect.stringContaining("(not shown)@mail.example"),
    ]);
    expect(shown("SMTP_URL", value)).not.toMatch(/hun|ter2|mailer/);
  }
  const addresses = "https://one.example/tsa?apikey=hunter2,https://user:pa/ss@two.example";
  expect(shown("TSA_URLS", addresses)).not.toMatch(/hunter2|pa\/ss/);
});

test("values without secrets are shown unchanged", () => {
  expect(shown("MAIL_FROM", "no-reply@mail.example")).toContain(" no-reply@mail.example ");
  expect(shown("ORIGIN", "https://attestamp.example")).toContain(" https://attestamp.example ");
});

test("a setting named like a secret is not shown, unless it is known to be public", () => {
  const known = ["S3_ACCESS_KEY_ID", "STRIPE_PUBLISHABLE_KEY"];
  const named = settingNames.filter(
    (name) => /KEY|TOKEN|PASSWORD|SECRET/.test(name) && !known.includes(name),
  );
  const hidden = named.filter((name) => shown(name, "hush").includes("(not shown)"));
  expect(hidden).toEqual(named);
  expect([...secretSettings]).toEqual(expect.arrayContaining(named));
});
