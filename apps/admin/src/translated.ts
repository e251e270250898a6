/**
 * A browser that translates a page puts <font> elements in the place of text nodes. React goes on with its own text nodes: it
 * throws where it removes one, and nobody sees what it writes into one (React's issue 11538). Elements around all text would have
 * to be everywhere, in libraries too. So a text node returns to its place just before anybody touches it.
 */
const standIns = new WeakMap<Node, Node>();

const isStandIn = (node: Node | null): node is Node => node?.nodeName === 'FONT';

/** A translator replaces the node at once, or adds its own beside the node and then removes the node. */
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

/** The element that stands for the node now: a second translation may have replaced the first one's. */
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

/** Has the nodes put back that a method or a setter of all nodes is about to use. */
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

/** Lets React draw on a page that is translated. Call it before React draws. */
export function surviveTranslation(): void {
  observer.observe(document, { childList: true, subtree: true });
  putBackBefore('appendChild', 'value');
  putBackBefore('insertBefore', 'value');
  putBackBefore('removeChild', 'value');
  putBackBefore('nodeValue', 'set');
}
