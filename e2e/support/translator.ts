import type { Page } from "@playwright/test";

/**
 * Translates every page from now on as browsers do: each text node is taken out of the page, with a copy of its text in
 * two `<font>` elements in its place, or is moved into them; and so is every text that is added or changes later. The
 * words stay the same, so that tests find them. Parts with `translate="no"` are left alone.
 */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let count = 0;
    const skipped = 'font, script, style, noscript, textarea, title, [translate="no"]';
    const translate = (text: Text) => {
      const parent = text.parentElement;
      if (!parent || parent.closest(skipped) || text.data.trim() === "") return;
      const outer = document.createElement("font");
      const inner = outer.appendChild(document.createElement("font"));
      count += 1;
      if (count % 3 === 0) {
        parent.insertBefore(outer, text);
        inner.append(text);
      } else {
        inner.textContent = text.data;
        text.replaceWith(outer);
      }
    };
    const translateIn = (node: Node) => {
      if (node instanceof Text) return translate(node);
      const texts: Text[] = [];
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
      for (const text of texts) translate(text);
    };
    addEventListener("load", () => {
      translateIn(document.body);
      new MutationObserver((records) => {
        for (const { addedNodes, target, type } of records) {
          if (type === "characterData") translateIn(target);
          for (const node of addedNodes) if (node.isConnected) translateIn(node);
        }
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    });
  });
}
