/** Most pieces of work in one turn of the event loop. */
const mostInTurn = 20;

/**
 * Runs work in order, a few pieces in each turn of the event loop. Answering a
 * crowd in one turn would block everybody else.
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
