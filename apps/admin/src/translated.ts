/**
 * Problem: a browser that translates a page replaces text nodes by <font>
 * elements. React keeps the old text nodes. It throws when it removes such a
 * node, and its changes to the node are invisible (React issue 11538).
 *
 * Plan: put a text node back just before any code uses it. The alternative, an
 * element around each text, would be needed even in libraries.
 */
const standIns = new WeakMap<Node, Node>();

const isStandIn = (node: Node | null): node is Node => node?.nodeName === 'FONT';

/**
 * A translator replaces the node at once, or adds its element beside the node and
 * then removes the node.
 */
function learn({
  addedNodes,
  removedNodes,
  previousSibling,
  nextSibling,
}: MutationRecord) {
  const standIn = [...addedNodes, previousSibling, nextSibling].find(isStandIn);
  for (const node of removedNodes) {
    if (standIn && (node instanceof Text || isStandIn(node))) {
      standIns.set(node, standIn);
    }
  }
}

const observer = new MutationObserver((records) => records.forEach(learn));

/**
 * The element that now stands for the node. A second translation may have
 * replaced the first one's element.
 */
function takeStandIn(node: Node): Node | undefined {
  const standIn = standIns.get(node);
  standIns.delete(node);
  return standIn && !standIn.parentNode ? takeStandIn(standIn) : standIn;
}

function putBack(node: unknown): void {
  if (node instanceof Text && !node.parentNode) {
    observer.takeRecords().forEach(learn);
    const standIn = takeStandIn(node);
    standIn?.parentNode?.replaceChild(node, standIn);
  }
}

/** Wraps a method or setter of `Node`, so that it first puts its nodes back. */
function putBackBefore(name: string, kind: 'value' | 'set'): void {
  const own = Object.getOwnPropertyDescriptor(Node.prototype, name);
  const inner: unknown = own?.[kind];
  if (typeof inner === 'function') {
    Object.defineProperty(Node.prototype, name, {
      ...own,
      [kind](this: Node, ...given: unknown[]): unknown {
        [this, ...given].forEach(putBack);
        return Reflect.apply(inner, this, given);
      },
    });
  }
}

/** Lets React work on a translated page. Call it before React renders. */
export function surviveTranslation(): void {
  observer.observe(document, { childList: true, subtree: true });
  putBackBefore('appendChild', 'value');
  putBackBefore('insertBefore', 'value');
  putBackBefore('removeChild', 'value');
  putBackBefore('nodeValue', 'set');
}
