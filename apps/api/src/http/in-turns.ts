/** Most pieces of work in one turn of the event loop. */
const mostInTurn = 20;

/**
 * Runs work, a few pieces in each turn of the event loop. Answering a crowd in one turn
 * would block everybody else. Each line keeps its order; the lines take turns, so that a
 * long one holds up nobody in another.
 */
export function inTurns(): (work: () => void, line?: string) => void {
  const lines = new Map<string, (() => void)[]>();
  let isDue = false;
  const doNext = () => {
    const [next] = lines;
    if (!next) return;
    const [line, waiting] = next;
    lines.delete(line);
    const work = waiting.shift();
    if (waiting.length > 0) lines.set(line, waiting);
    work?.();
  };
  const doSome = () => {
    isDue = false;
    for (let done = 0; done < mostInTurn; done += 1) doNext();
    if (lines.size > 0) beDue();
  };
  const beDue = () => {
    if (isDue) return;
    isDue = true;
    setImmediate(doSome);
  };
  return (work, line = '') => {
    const waiting = lines.get(line);
    if (waiting) waiting.push(work);
    else lines.set(line, [work]);
    beDue();
  };
}
