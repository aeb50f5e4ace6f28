/** What a translator put in place of a text node that it took out of the page. */
const substitutes = new WeakMap<Node, Element>();

/**
 * Keeps the page working while the browser translates it. A translator takes text nodes out of the page, or moves them
 * into `<font>` elements. React keeps the nodes that it made: it would fail as soon as it removes one of them or
 * inserts something before it (react/react#11538), and its changes to a text would stay invisible. So such a node is
 * put back before React uses it, and when its text changes; the translator then translates it again.
 */
export function tolerateTranslation(): void {
  const texts = new MutationObserver((records) => {
    for (const { target } of records) putBack(target, substitutes.get(target)?.parentNode);
  });
  const note = (records: MutationRecord[]) => {
    for (const record of records) {
      const substitute = findSubstitute(record);
      if (!substitute) continue;
      for (const node of record.removedNodes) {
        if (node.nodeType !== Node.TEXT_NODE) continue;
        substitutes.set(node, substitute);
        texts.observe(node, { characterData: true });
      }
    }
  };
  const replaced = new MutationObserver(note);
  replaced.observe(document.documentElement, { childList: true, subtree: true });

  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    note(replaced.takeRecords());
    return putBack(child, this) ? (removeChild.call(this, child) as Child) : child;
  };
  Node.prototype.insertBefore = function <New extends Node>(this: Node, node: New, before: Node | null): New {
    note(replaced.takeRecords());
    const reference = before !== null && putBack(before, this) ? before : null;
    return insertBefore.call(this, node, reference) as New;
  };

  /** Returns whether the node is a child of this parent now. */
  function putBack(node: Node, parent: Node | null | undefined): boolean {
    if (node.parentNode === parent) return true;
    if (!parent) return false;
    const wrapper = findWrapper(node, parent);
    const place = wrapper ?? substitutes.get(node);
    if (place?.parentNode !== parent) return false;
    insertBefore.call(parent, node, place);
    // A wrapper may hold other nodes as well.
    if (!wrapper || wrapper.textContent === "") place.remove();
    return true;
  }
}

const isFont = (node: Node | null | undefined): node is Element => node?.nodeName === "FONT";

/** The element that took the place of what this mutation removed; the page itself has no `<font>` elements. */
function findSubstitute({ addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord) {
  if (removedNodes.length === 0) return undefined;
  return [...addedNodes, previousSibling, nextSibling].find(isFont);
}

/** The element that a node was moved into, if that is where the node was. */
function findWrapper(node: Node, parent: Node): Element | undefined {
  let at: Node | null = node.parentNode;
  while (isFont(at) && at.parentNode !== parent) at = at.parentNode;
  return isFont(at) ? at : undefined;
}
