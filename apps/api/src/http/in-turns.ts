/** Pieces of work that are done in one turn of the event loop, at most. */
const mostInTurn = 20;

/**
 * Does what is given to it in order, a few in each turn of the event loop. A crowd comes
 * all at once: answering it in one turn would hold up everybody else.
 */
export function inTurns(): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  const doSome = () => {
    for (const work of waiting.splice(0, mostInTurn)) {
      work();
    }
    if (waiting.length > 0) {
      setImmediate(doSome);
    }
  };
  return (work) => {
    if (waiting.push(work) === 1) {
      setImmediate(doSome);
    }
  };
}
