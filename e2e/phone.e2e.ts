import { expect, register, test } from "./support/browser.ts";

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

test("on a phone the camera is one press away, for the back of the phone and pictures alone", async ({
  page,
}) => {
  await register(page);
  const camera = page.getByRole("button", { name: "Take a photo" });
  await camera.click();
  await expect(page.getByRole("alert")).toHaveText("Please confirm ownership validation before uploading.");
  await page.getByRole("checkbox", { name: /legal owner/ }).check();
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), camera.click()]);
  const input = chooser.element();
  expect(await input.getAttribute("capture")).toBe("environment");
  expect(await input.getAttribute("accept")).toBe("image/*");
});
