const channelName = "session";

/** Notifies the browser's other tabs that a user signed in or out. */
export function notifyOtherTabs(): void {
  try {
    const channel = new BroadcastChannel(channelName);
    channel.postMessage("changed");
    channel.close();
  } catch {
    // Without a channel the other tabs fetch the session themselves, and the server refuses calls for another account.
  }
}

/** Listens for these messages; if the browser lacks the channel, each return to this tab counts as a message. */
export function onSessionMessage(listener: () => void): void {
  try {
    new BroadcastChannel(channelName).addEventListener("message", listener);
  } catch {
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) listener();
    });
  }
}
