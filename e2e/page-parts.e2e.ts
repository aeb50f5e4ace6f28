import { join } from "node:path";
import type { Page } from "@playwright/test";
import { pressed } from "./support/attesting.ts";
import {
  expect,
  expectStamped,
  onePage,
  openMoreOptions,
  register,
  registerByForm,
  test,
  upload,
  uploadAndStart,
} from "./support/browser.ts";
import { openAccount, stampByCall } from "./support/calls.ts";

test("dashboard: the header has a ticking clock, links, a welcome line and no Admin button for a user [spec 2 dashboard-header]", async ({
  page,
}) => {
  const username = await register(page);
  const header = page.getByRole("banner");
  const clock = header.getByText(/^\d{1,2}:\d{2}:\d{2} [AP]M CST$|, .*\d{1,2}:\d{2}:\d{2} [AP]M CST$/);
  const first = await clock.textContent();
  await expect(clock).not.toHaveText(first ?? "");
  for (const [name, path] of [
    ["FAQ", "/faq"],
    ["Contact", "/contact"],
    ["Support", "/support"],
  ] as const) {
    await expect(header.getByRole("link", { name, exact: true })).toHaveAttribute("href", path);
  }
  await expect(header.getByText(`Welcome, ${username}`)).toBeVisible();
  await expect(header.getByRole("link", { name: "Admin" })).toHaveCount(0);
});

/** The links and buttons of the header, without the logo, the menus and the account. */
const headerItems = (page: Page) =>
  page
    .getByRole("banner")
    .locator("nav a, nav ~ button, nav ~ * a, nav ~ * button")
    .filter({ visible: true })
    .evaluateAll((items) => items.map((item) => item.textContent?.trim()));

test("the header has the same links on every page: for visitors, for users, and with the tickets in support", async ({
  page,
}) => {
  const open = [
    "/contact",
    "/verify/AT-UNKNOWN",
    "/shared#token",
    "/share/unknown",
    "/share#unknown",
    "/any/other/path",
  ];
  for (const path of ["/", "/forgot-password", "/reset-password#token", ...open]) {
    await page.goto(path);
    await expect
      .poll(() => headerItems(page), path)
      .toEqual(["About Us", "Contact Us", "Log In", "Create Account"]);
  }
  await openAccount(page.request);
  const users = ["Home", "Documents", "Projects", "Plans", "FAQ", "Contact", "Support"];
  for (const path of ["/", "/documents", "/account", "/subscription", "/faq", "/projects", ...open]) {
    await page.goto(path);
    await expect.poll(() => headerItems(page), path).toEqual([...users, "Log out"]);
  }
  for (const path of ["/support", "/my-tickets"]) {
    await page.goto(path);
    await expect.poll(() => headerItems(page), path).toEqual([...users, "My Tickets", "Log out"]);
  }
});

test("the header of a public page leads a visitor to the form to log in, to the one to sign up, and to About Us", async ({
  page,
}) => {
  const follow = async (name: string) => {
    await page.goto("/verify/AT-UNKNOWN");
    await page.getByRole("banner").getByRole("link", { name }).click();
  };
  await follow("Log In");
  await expect(page.getByRole("heading", { name: "Log in", exact: true })).toBeFocused();
  await follow("Create Account");
  await expect(page.getByRole("heading", { name: "Create your account" })).toBeFocused();
  await follow("About Us");
  await expect(page.getByRole("region", { name: "About Us" })).toBeInViewport();
});

test("dashboard: the logout button says 'Logging out...' until the landing page is there [spec 2 logging-out] [spec 4 logout-screen]", async ({
  page,
}) => {
  await register(page);
  const answer = Promise.withResolvers<void>();
  await page.route(/accounts\.logout/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByRole("button", { name: "Logging out..." })).toBeDisabled();
  const reloaded = page.waitForEvent("load");
  answer.resolve();
  await reloaded;
  await expect(page.getByRole("region", { name: "How It Works" })).toBeVisible();
});

test("dashboard: its parts are in the order of the specification, above the footer [spec 2 dashboard-order]", async ({
  page,
}) => {
  await register(page);
  await expect(page.getByText("No documents yet")).toBeVisible();
  await expect(page.getByText("0 of 3 documents used")).toBeVisible();
  const shown = (await page.locator("main").textContent()) ?? "";
  const parts = ["Free trial", "Upload a document", "Recent Documents", "Key Benefits", "About Us"];
  const places = parts.map((part) => shown.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  // What the reader came for is larger than what we say about ourselves, and the plan takes one line.
  const sizeOf = (name: string) =>
    page
      .getByRole("heading", { name })
      .evaluate((title) => Number.parseFloat(getComputedStyle(title).fontSize));
  for (const name of ["Key Benefits", "About Us"])
    expect(await sizeOf(name)).toBeLessThan(await sizeOf("Recent Documents"));
  const plan = page.getByRole("region", { name: "Your plan" });
  await expect(plan).toContainText("3 documents with an affidavit certificate");
  expect((await plan.boundingBox())?.height).toBeLessThan(48);
  await plan.locator("summary").press("Enter");
  await expect(plan.getByText("No credit card needed.")).toBeVisible();
  const footer = page.getByRole("contentinfo");
  for (const name of ["Privacy Policy", "Terms of Service"]) {
    await expect(footer.getByText(name, { exact: true })).toBeVisible();
    await expect(footer.getByRole("link", { name })).toHaveCount(0);
  }
  await expect(footer.getByRole("link", { name: "Support" })).toHaveAttribute("href", "/support");
});

test("dashboard: the upload has its ownership checkbox and its guidance [spec 2 upload-guidance]", async ({
  page,
}) => {
  await register(page);
  await expect(
    page.getByRole("checkbox", { name: /legal owner.*does not replace a copyright/ }),
  ).toBeVisible();
  await expect(page.getByText(/at most 8 words/)).toBeVisible();
  await expect(page.getByText(/Put your name in the file name to have it in the QR code/)).toBeVisible();
});

test("dashboard: configuring asks for date and other parties and shows the sentence of the stamp [spec 2 configuring]", async ({
  page,
  folder,
}) => {
  await register(page);
  await upload(page, await onePage(folder));
  const date = page.getByLabel(/^Original creation date/);
  await expect(date).toBeHidden();
  await openMoreOptions(page);
  await expect(date).toBeVisible();
  await expect(date).toHaveAttribute("type", "date");
  await date.fill("9026-05-06");
  await expect(date).toHaveAccessibleDescription(/This date has not come yet\. Is the year right\?$/);
  await date.fill("2020-05-06");
  await expect(date).not.toHaveAccessibleDescription(/has not come/);
  await expect(page.getByLabel(/^Other parties/)).toHaveAttribute("rows", "3");
  await expect(
    page.getByText(
      /^This is a Professional Document Timestamp validating by Attestation the authenticity of this document on this date: \d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} UTC$/,
    ),
  ).toBeVisible();
});

test("email dialog: the email is required, as the button shows; the name is not [spec 2 email-required]", async ({
  page,
  folder,
}) => {
  await register(page);
  await uploadAndStart(page, await onePage(folder));
  await expectStamped(page);
  await page.getByRole("button", { name: "Email lease.pdf" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Email this document" });
  const send = dialog.getByRole("button", { name: "Keep this message" });
  await expect(send).toBeDisabled();
  await dialog.getByLabel("Recipient email").fill("friend@example.org");
  await expect(send).toBeEnabled();
});

test("contact: an About blurb and a link home [spec 2 contact-about]", async ({ page }) => {
  await page.goto("/contact");
  await expect(page.getByRole("heading", { name: /^About / })).toBeVisible();
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page.getByRole("region", { name: "How It Works" })).toBeVisible();
});

test("downloads: 'Stamped_' after processing, 'stamped_' from the history [spec 7 history-names]", async ({
  page,
  folder,
}) => {
  await register(page);
  await uploadAndStart(page, await onePage(folder));
  const saved = async (name: string) => {
    const link = page.getByRole("link", { name, exact: true });
    await expect(link).toBeVisible();
    return (await pressed(page, link)).suggestedFilename();
  };
  expect(await saved("Download stamped document")).toBe("Stamped_lease.pdf");
  expect(await saved("Download stamped lease.pdf")).toBe("stamped_lease.pdf");
});

test("registration: a taken name says 'Registration failed' and why [spec 8 registration]", async ({
  page,
}) => {
  const { username } = await openAccount(page.request);
  await page.context().clearCookies();
  await page.goto("/");
  await page.getByRole("button", { name: "Create Account" }).first().click();
  const card = page.locator("form");
  await card.getByLabel("Username").fill(username);
  await card.getByLabel("Password", { exact: true }).fill("correct horse");
  await card.getByLabel("First name").fill("John");
  await card.getByLabel("Last name").fill("Roe");
  await card.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Registration failed", { exact: true })).toBeVisible();
  // It is said at the field, and nowhere else in the form.
  await expect(card.getByRole("alert")).toHaveText("Username already exists");
});

test("success: 'Account created!' after signing up, 'Processing started' after the start [spec 8 success]", async ({
  page,
  folder,
}) => {
  await registerByForm(page);
  await expect(page.getByText("Account created!")).toBeVisible();
  // The answer with the result is held back: the start is announced without it.
  const told = Promise.withResolvers<void>();
  await page.route("**/api/trpc/documents.process*", async (route) => {
    await told.promise;
    await route.continue();
  });
  await uploadAndStart(page, await onePage(folder));
  await expect(page.getByText("Processing started")).toBeVisible();
  told.resolve();
});

test("polling: until the server has answered, the progress says 'Initializing...'; a small document then shows each step; when it is stamped, 'Processing started' is gone [spec 4 progress-screen]", async ({
  page,
  folder,
}) => {
  await register(page);
  await upload(page, await onePage(folder));
  const seen = await page.evaluateHandle(() => {
    const steps: string[] = [];
    const look = () => {
      const bar = document.querySelector('[role="progressbar"][aria-label="Processing"]');
      const text = bar ? `${bar.getAttribute("aria-valuenow")} ${bar.getAttribute("aria-valuetext")}` : "";
      if (steps.at(-1) !== text) steps.push(text);
      // A hovered toast stays even when its time is over.
      const toast = document.querySelector("[data-sonner-toast]");
      toast?.dispatchEvent(new MouseEvent("mousemove", { bubbles: true }));
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
    return steps;
  });
  const answered = Promise.withResolvers<void>();
  await page.route("**/api/trpc/documents.start*", async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Stamp this document" }).click();
  const bar = page.getByRole("progressbar", { name: "Processing" });
  await expect(bar).toHaveAttribute("aria-valuetext", "Initializing...");
  await expect(bar).toHaveAttribute("aria-valuenow", "0");
  answered.resolve();
  await expectStamped(page);
  const steps = (await seen.jsonValue()).filter((text, at) => text !== "" || at > 0);
  expect(steps).toEqual([
    "0 Initializing...",
    "30 Preparing document for processing...",
    "65 Adding timestamps to pages...",
    "100 Processing completed successfully!",
    "",
  ]);
  await expect(page.getByText("Processing started")).toHaveCount(0);
});

test("upload: a lost connection says 'Upload failed' and 'Failed to upload file' [spec 8 upload-connection]", async ({
  page,
  folder,
}) => {
  await register(page);
  await page.route("**/api/documents/upload", (route) => route.abort());
  await upload(page, await onePage(folder));
  await expect(page.getByText("Upload failed", { exact: true })).toBeVisible();
  await expect(page.getByText("Failed to upload file").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Processing Error" })).toBeVisible();
});

test("notifications: one toast at a time, reached with F8, swiped away to the right by 50 pixels [spec 9 toast]", async ({
  page,
  folder,
}) => {
  const refusals: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) refusals.push(message.text());
  });
  await page.clock.install();
  await registerByForm(page);
  await upload(page, await onePage(folder));
  const toasts = page.locator("[data-sonner-toast]");
  await expect(toasts).toHaveText([/File uploaded successfully/]);
  await page.keyboard.press("F8");
  await expect(page.locator("[data-sonner-toaster]")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  const close = toasts.getByRole("button", { name: "Close notification" });
  await expect(close).toBeFocused();
  await page.clock.runFor(6_500);
  await expect(close).toBeFocused();
  expect(await coveredControls(page)).toEqual([]);
  await openMoreOptions(page);
  const parties = page.getByLabel(/^Other parties/);
  await parties.click();
  await expect(parties).toBeFocused();
  await page.keyboard.press("F8");
  const swipe = async (px: number) => {
    const box = await toasts.boundingBox();
    if (box === null) throw new Error("The toast is not on screen.");
    const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 10, y);
    await page.mouse.move(x + px, y);
    await expect(toasts).toHaveAttribute("data-swiping", "true");
  };
  const expectUnswiped = async () => {
    await expect(toasts).toHaveAttribute("data-swiping", "false");
    await expect(toasts).toHaveAttribute("data-removed", "false");
  };
  await swipe(49);
  await page.mouse.up();
  await expectUnswiped();
  await swipe(30);
  await toasts.dispatchEvent("pointercancel");
  await expectUnswiped();
  await page.mouse.up();
  await swipe(50);
  await page.mouse.up();
  await expect(toasts).toHaveCount(0);
  await expect(parties).toBeFocused();
  expect(refusals).toEqual([]);
});

test("F8 reaches the notifications while there are none, and Escape and Tab lead back to what was being typed [spec 9 toast]", async ({
  page,
}) => {
  await page.goto("/contact");
  const message = page.getByRole("textbox", { name: "Message" });
  // The script of the notifications comes after the page.
  const area = page.getByRole("region", { name: "Notifications F8" });
  await expect(area).toBeAttached();
  await message.fill("Good morning");
  for (const back of ["Escape", "Tab", "Shift+Tab"]) {
    await message.press("F8");
    await expect(area).toBeFocused();
    await expect(page.getByText("No notifications")).toBeVisible();
    await page.keyboard.press("F8");
    await page.keyboard.press(back);
    await expect(message).toBeFocused();
    await expect(page.getByText("No notifications")).toHaveCount(0);
  }
  await page.keyboard.type(", Ann");
  await expect(message).toHaveValue("Good morning, Ann");
});

test("a notification that comes while its area has the focus waits for its reader [spec 9 toast]", async ({
  page,
  folder,
}) => {
  await page.clock.install();
  await register(page);
  await upload(page, await onePage(folder));
  const toasts = page.locator("[data-sonner-toast]");
  await expect(toasts).toHaveText([/File uploaded successfully/]);
  await page.keyboard.press("F8");
  await page.keyboard.press("Escape");
  await expect(toasts).toHaveCount(0);
  const [started, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(/documents\.(?:start|get|process)/, async (route) => {
    await (route.request().url().includes("documents.start") ? started : ended).promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Stamp this document" }).click();
  const heading = page.getByRole("heading", { name: "Stamping your document" });
  await expect(heading).toBeFocused();
  await page.keyboard.press("F8");
  const area = page.getByRole("region", { name: "Notifications F8" });
  await expect(area).toBeFocused();
  started.resolve();
  await expect(toasts).toHaveText([/Processing started/]);
  await page.clock.runFor(6_500);
  await expect(toasts).toHaveText([/Processing started/]);
  await page.keyboard.press("Escape");
  await expect(toasts).toHaveCount(0);
  await expect(area).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(heading).toBeFocused();
  ended.resolve();
});

test("a tooltip that Escape closed counts as the last one: the next opens immediately [spec 9 tooltips]", async ({
  page,
}) => {
  await page.clock.install();
  await register(page, "/collections/new");
  const file = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) });
  await page.getByLabel("Files to attest").setInputFiles([file("one.txt"), file("two.txt")]);
  await expect(page.getByRole("status").filter({ hasText: "2 files ready" })).toBeVisible();
  const tooltip = (name: string) =>
    page.getByRole("button", { name: `Take out ${name}` }).getByText("Take out", { exact: true });
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.getByRole("button", { name: "Take out one.txt" }).hover();
  await page.clock.runFor(650);
  await expect(tooltip("one.txt")).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(tooltip("one.txt")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(tooltip("one.txt")).toHaveCount(0);
  await page.getByRole("button", { name: "Take out two.txt" }).hover();
  await page.clock.runFor(50);
  await expect(tooltip("two.txt")).toBeVisible();
});

test("a download after the session has ended leads to the login, with a message, and saves no file", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  await stampByCall(page.request, join(folder, "lease.pdf"));
  await page.goto("/");
  const link = page.getByRole("link", { name: "Download stamped lease.pdf" });
  await expect(link).toBeVisible();
  let downloads = 0;
  page.on("download", () => {
    downloads += 1;
  });
  await page.context().clearCookies();
  await link.click();
  await expect(page.getByText("Your session has ended.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
  expect(downloads).toBe(0);
});

test("after signing in as another user in a second tab, the first tab belongs to that user too", async ({
  page,
  context,
  playwright,
  baseURL,
}) => {
  const calls = await playwright.request.newContext({ baseURL });
  const other = await openAccount(calls);
  await calls.dispose();
  await register(page);
  const second = await context.newPage();
  await context.clearCookies();
  await second.goto("/");
  await second.getByRole("banner").getByRole("button", { name: "Log In" }).click();
  await second.locator("form").getByLabel("Username").fill(other.username);
  await second.locator("form").getByLabel("Password", { exact: true }).fill(other.password);
  await second.getByRole("button", { name: "Log In" }).last().click();
  await expect(second.getByText(`Welcome, ${other.username}`)).toBeVisible();
  await expect(page.getByText(`Welcome, ${other.username}`)).toBeVisible();
});

/** The names of the links and buttons that the toast covers at any scroll position. */
async function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toast = document.querySelector("[data-sonner-toast]")?.getBoundingClientRect();
    if (!toast) return ["no toast"];
    const parts = ["header", "[aria-labelledby=stage-title]"];
    const controls = parts.flatMap((part) => [
      ...document.querySelectorAll(`${part} :is(a, button, input, summary)`),
    ]);
    const isCovered = (box: DOMRect) =>
      box.left < toast.right && box.right > toast.left && box.top < toast.bottom && box.bottom > toast.top;
    return controls
      .filter((control) => isCovered(control.getBoundingClientRect()))
      .map((control) => control.textContent ?? "");
  });
}
