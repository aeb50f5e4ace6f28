import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { expectAccessible } from "./support/axe.ts";
import { expect, register, test } from "./support/browser.ts";
import { stampByCall } from "./support/calls.ts";

/** A user's program, which stores the events it receives. */
function startReceiver() {
  const told: { headers: Record<string, string>; body: string }[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      told.push({ headers: request.headers.toJSON(), body: await request.text() });
      return new Response("thanks");
    },
  });
  return { told, url: `http://127.0.0.1:${server.port}/hook`, stop: () => server.stop(true) };
}

test("a webhook is created on the page for developers, receives an event while its log is open, and is deleted", async ({
  page,
  folder,
}) => {
  const receiver = startReceiver();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await register(page, "/account/developers");
  const card = page.getByRole("region", { name: "Webhooks" });
  const press = (name: string) => card.getByRole("button", { name: `${name}: ${receiver.url}` }).click();
  await expect(card.getByText("You don't have any webhooks yet.")).toBeVisible();
  await card.getByRole("button", { name: "Add webhook" }).click();
  await expect(card.getByRole("alert").first()).toBeVisible();
  await card.getByLabel("Address").fill(receiver.url);
  for (const name of ["Completed documents", "Failed documents"]) await card.getByLabel(name).uncheck();
  await card.getByRole("button", { name: "Add webhook" }).click();
  await expect(card.getByRole("alert")).toHaveText("Please choose at least one event");
  await expect(card.getByRole("group", { name: "Send a request about" })).toBeFocused();
  await card.getByLabel("Completed documents").check();
  await card.getByRole("button", { name: "Add webhook" }).click();
  await expect(card.getByRole("heading", { name: "Copy the secret now" })).toBeFocused();
  const secretField = card.getByLabel("Webhook secret");
  const secret = await secretField.inputValue();
  await card.getByRole("button", { name: "I've copied it" }).click();
  await expect(secretField).toBeHidden();

  await press("Show log");
  await expect(card.getByText("We sent nothing in the last 30 days.")).toBeVisible();
  const { serialNumber } = await stampByCall(page.request, join(folder, "lease.pdf"));
  await expect(card.getByText("Delivered: document.completed")).toBeVisible();
  await expect(card.getByText("just now · 1 attempt · status 200")).toBeVisible();
  await card.getByRole("button", { name: "Send again: document.completed, just now" }).click();
  await expect.poll(() => receiver.told.length).toBe(2);
  const verifier = new Webhook(secret);
  for (const { headers, body } of receiver.told)
    expect(verifier.verify(body, headers)).toMatchObject({ data: { serialNumber } });
  expect(new Set(receiver.told.map(({ headers }) => headers["webhook-id"])).size).toBe(1);

  await press("Choose events");
  const choices = card.getByRole("group", { name: "Send a request about" }).last();
  await expect(choices.getByLabel("Completed documents")).toBeChecked();
  await choices.getByLabel("Completed documents").uncheck();
  await card.getByRole("button", { name: "Save events" }).click();
  await expect(card.getByRole("alert")).toHaveText("Please choose at least one event");
  await choices.getByLabel("Deleted documents").check();
  await expectAccessible(page, "the events of a webhook are chosen", "[aria-labelledby=webhooks-title]");
  await card.getByRole("button", { name: "Save events" }).click();
  await expect(card.getByText("Deleted documents", { exact: true }).first()).toBeVisible();
  await expect(card.getByRole("button", { name: "Save events" })).toBeHidden();

  await press("New secret");
  await expect(secretField).not.toHaveValue(secret);
  await expect(card.getByText(/also signed with the old secret/)).toBeVisible();
  await press("Disable");
  await expect(card.getByText("Disabled", { exact: true })).toBeVisible();
  await expectAccessible(page, "a webhook with secret and log", "[aria-labelledby=webhooks-title]");
  await press("Enable");
  await expect(card.getByText("Disabled", { exact: true })).toBeHidden();
  await press("Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(card.getByText("You don't have any webhooks yet.")).toBeVisible();
  await receiver.stop();
});
