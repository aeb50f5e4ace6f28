import { expect, register, test } from "./support/browser.ts";

test.describe("landing page", () => {
  test("shows its sections, the card and the buttons of its header [spec 1 music-service] [spec 2 landing-sections]", async ({
    page,
  }) => {
    await page.goto("/");
    for (const name of ["How It Works", "Get Started", "Who Needs It", "About Us"]) {
      await expect(page.getByRole("region", { name })).toBeVisible();
    }
    for (const step of ["1. Upload", "2. Timestamp", "3. Download"]) {
      await expect(page.getByRole("heading", { name: step })).toBeVisible();
    }
    const start = page.getByRole("region", { name: "Get Started" });
    await expect(start).toContainText("3 FREE uploads");
    await expect(start).toContainText(/no credit card/i);
    const partner = page.getByRole("link", { name: /music-validation service/ });
    await partner.click();
    await expect(page.getByRole("region", { name: "Making music?" })).toBeInViewport();
  });

  test("its header links to About Us, to the contact page and to both modes of the card [spec 2 landing-header]", async ({
    page,
  }) => {
    await page.goto("/");
    const header = page.getByRole("banner");
    await header.getByRole("button", { name: "Create Account" }).click();
    await expect(page.getByRole("heading", { name: "Create your account" })).toBeFocused();
    await header.getByRole("button", { name: "Log In" }).click();
    await expect(page.getByRole("heading", { name: "Log in", exact: true })).toBeFocused();
    await header.getByRole("link", { name: "About Us" }).click();
    await expect(page.getByRole("region", { name: "About Us" })).toBeInViewport();
    await header.getByRole("link", { name: "Contact Us" }).click();
    await expect(page).toHaveURL(/\/contact$/);
  });

  test("the card is toggled between its two modes [spec 2 landing-toggle] [spec 4 auth-toggle]", async ({
    page,
  }) => {
    await page.goto("/");
    await expect(page.getByLabel("First name")).toBeVisible();
    await page.getByRole("main").getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page.getByLabel("First name")).toHaveCount(0);
    await page.getByRole("button", { name: "Create an account" }).click();
    await expect(page.getByLabel("First name")).toBeVisible();
  });

  test("a referral code in the address opens registration, with a toast of five seconds [spec 2 ref-toast] [spec 9 referral-toast]", async ({
    page,
  }) => {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.goto("/?ref=friend7");
    const toast = page.getByRole("listitem").filter({ hasText: "Referral Code Detected!" });
    await expect
      .poll(async () => {
        await page.clock.runFor(20);
        return toast.count();
      })
      .toBe(1);
    await expect(toast).toContainText("Sign up to claim your 3 free credits with code: FRIEND7");
    await expect(page.getByRole("heading", { name: "Create your account" })).toBeVisible();
    await page.clock.runFor(4_900);
    await expect(toast).toBeVisible();
    await page.clock.runFor(1_000);
    await expect(toast).toHaveCount(0);
    await expect(page.getByText("Referral code FRIEND7")).toBeVisible();
  });

  test("a stranger sees a sample certificate, and the form for a new account first", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Create your account" })).toBeVisible();
    const sample = page.getByRole("img", { name: /Certificate of Attestation/ });
    await expect(sample).toBeVisible();
    await expect
      .poll(() => sample.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth))
      .toBe(480);
    await page.setViewportSize({ width: 360, height: 780 });
    await expect(sample).toHaveCount(1);
    await sample.scrollIntoViewIfNeeded();
    await expect
      .poll(() => sample.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth))
      .toBe(480);
    // This site takes no payments, so it names no prices.
    await expect(page.getByRole("region", { name: "Prices" })).toHaveCount(0);
  });

  test("registration on a phone: label, hint, error and field in this order, and the form stays where it is", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto("/");
    const form = page.locator("form").filter({ has: page.getByLabel("First name") });
    await form.getByRole("button", { name: "Create Account" }).click();
    await expect(form.getByLabel("First name")).toBeFocused();
    const parts = [
      "Username",
      "3 to 50 characters. You'll use it to log in.",
      "Username must be at least 3 characters",
    ];
    const boxes = [
      ...parts.map((part) => form.getByText(part, { exact: true })),
      form.getByLabel("Username"),
    ];
    const tops = await Promise.all(boxes.map(async (part) => (await part.boundingBox())?.y ?? 0));
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    // Browsers scroll to what has the focus in every direction in which something can be scrolled.
    const scrolled = await page.evaluate(() =>
      Array.from(document.querySelectorAll("body :not(.sr-only)"))
        .filter((part) => {
          part.scrollLeft = 100;
          return part.scrollLeft !== 0;
        })
        .map((part) => part.className),
    );
    expect(scrolled).toEqual([]);
  });

  test("a user who has logged in from this browser before sees the login", async ({ page }) => {
    await register(page);
    await page.getByRole("button", { name: "Log out" }).click();
    await expect(page.getByRole("heading", { name: "Log in", exact: true })).toBeVisible();
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Log in", exact: true })).toBeVisible();
  });

  test("language and theme are chosen by name in one menu, with the keyboard alone", async ({ page }) => {
    await page.goto("/contact");
    const menu = page.locator("summary").filter({ hasText: "Language and theme" });
    await menu.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Dark" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(page.getByRole("button", { name: "Dark" })).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Dark" })).toBeHidden();
    await expect(menu).toBeFocused();
  });

  test("pages for signed-in users show the landing page to visitors [spec 2 routes-visitors] [spec 6 visitors-login]", async ({
    page,
  }) => {
    for (const path of ["/subscription", "/support", "/my-tickets", "/faq"]) {
      await page.goto(path);
      await expect(page.getByRole("button", { name: "Log In" }).first()).toBeVisible();
      await expect(page.getByRole("region", { name: "How It Works" })).toBeVisible();
    }
  });

  test("while the session is unknown, a spinner is shown; a browser without a session is a visitor [spec 2 spinner]", async ({
    page,
    baseURL: url = "",
  }) => {
    const answer = Promise.withResolvers<void>();
    await page.route(/accounts\.me/, async (route) => {
      await answer.promise;
      await route.continue();
    });
    const login = page.getByRole("button", { name: "Log In" }).first();
    await page.goto("/");
    await expect(login).toBeVisible();
    await page.context().addCookies([{ name: "session", value: "one that is over", url }]);
    await page.goto("/");
    await expect(page.getByRole("status").filter({ hasText: "Opening Attestamp…" })).toBeVisible();
    await expect(login).toHaveCount(0);
    answer.resolve();
    await expect(login).toBeVisible();
  });
});

test.describe("login", () => {
  test("a failed login says 'Login failed' and why, and keeps the name [spec 8 login]", async ({ page }) => {
    const username = await register(page);
    await page.getByRole("button", { name: "Log out" }).click();
    await expect(page.getByRole("heading", { name: "Log in", exact: true })).toBeVisible();
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Password", { exact: true }).fill("not my password");
    await page.locator("form").getByRole("button", { name: "Log In" }).click();
    await expect(page.getByText("Login failed", { exact: true })).toBeVisible();
    await expect(page.locator("form").getByRole("alert")).toHaveText(/\S/);
    await expect(page.getByLabel("Username")).toHaveValue(username);
    await page.getByLabel("Password", { exact: true }).fill("correct horse");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Welcome back!")).toBeVisible();
    await expect(page.getByText(`Logged in as ${username}`)).toBeVisible();
  });

  test("empty fields show what they require, and nothing is sent [spec 5 login-screen]", async ({ page }) => {
    await page.goto("/faq");
    let sent = 0;
    page.on("request", (request) => {
      if (request.url().includes("accounts.login")) sent += 1;
    });
    await page.locator("form").getByRole("button", { name: "Log In" }).click();
    await expect(page.getByText("Username is required")).toBeVisible();
    await expect(page.getByText("Password is required")).toBeVisible();
    await expect(page.getByLabel("Username")).toBeFocused();
    expect(sent).toBe(0);
  });

  test("the password can be shown and hidden [spec 2 landing-password]", async ({ page }) => {
    await page.goto("/faq");
    const password = page.getByLabel("Password", { exact: true });
    await password.fill("correct horse");
    await expect(password).toHaveAttribute("type", "password");
    const toggle = page.getByRole("button", { name: "Show password" });
    await toggle.click();
    await expect(password).toHaveAttribute("type", "text");
    await expect(toggle).toHaveAttribute("aria-pressed", "true");
    await expect(password).toHaveValue("correct horse");
    await toggle.click();
    await expect(password).toHaveAttribute("type", "password");
  });
});

test("not found: an unknown page says so, answers 404 and links home [spec 2 not-found]", async ({
  page,
}) => {
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("404 Page Not Found");
  await expect(page.getByText("Did you forget to add the page to the router?")).toBeVisible();
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await expect(page).toHaveURL("/");
});
