import { DOMParser } from "@xmldom/xmldom";

/** The largest document that is parsed; the trusted lists of states have up to 20 MB. */
export const maxXmlBytes = 32 * 1024 * 1024;

/**
 * The root element of an XML document in UTF-8; undefined if it is not well-formed, too large, or has a document type
 * definition: without one there are no entities, which could refer to other files or multiply. Never throws. Server
 * only: browsers must not import it.
 */
export function readXml(bytes: Uint8Array): Element | undefined {
  if (bytes.length > maxXmlBytes) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (/<!DOCTYPE|<!ENTITY/i.test(text)) return undefined;
    return new DOMParser({ errorHandler: refuse }).parseFromString(text, "text/xml").documentElement;
  } catch {
    return undefined;
  }
}

/** For what a lenient parser would only warn of, too. */
function refuse(_level: string, message: string): never {
  throw new Error(message);
}

/** The child elements with this name, in order. */
export function childrenOf(parent: Element | undefined, namespace: string, name: string): Element[] {
  const found: Element[] = [];
  for (let node = parent?.firstChild ?? null; node; node = node.nextSibling) {
    if (isElement(node) && node.localName === name && node.namespaceURI === namespace) found.push(node);
  }
  return found;
}

/** The only child element with this name; undefined if there are none or several. */
export function onlyChild(parent: Element | undefined, namespace: string, name: string): Element | undefined {
  const [child, ...more] = childrenOf(parent, namespace, name);
  return more.length === 0 ? child : undefined;
}

/** The element and all elements inside it. */
export function* elementsIn(element: Element): Generator<Element> {
  yield element;
  for (let node = element.firstChild; node; node = node.nextSibling)
    if (isElement(node)) yield* elementsIn(node);
}

const isElement = (node: Node): node is Element => node.nodeType === 1;
