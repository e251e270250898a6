/** Most pieces of work in one turn of the event loop. */
const mostInTurn = 20;

/** Returns false if there was nothing left to do. */
type Work = () => unknown;

/**
 * Runs work, a few pieces in each turn of the event loop. Answering a crowd in one turn
 * would block everybody else. Each line keeps its order; the lines take turns, so that a
 * long one holds up nobody in another.
 * @param isHeld asked in each turn: other work comes first
 */
export function inTurns(isHeld = () => false): (work: Work, line?: string) => void {
  const lines = new Map<string, Work[]>();
  let isDue = false;
  const doNext = () => {
    const [next] = lines;
    if (!next) return;
    const [line, waiting] = next;
    lines.delete(line);
    let work = waiting.shift();
    while (work?.() === false) work = waiting.shift();
    if (waiting.length > 0) lines.set(line, waiting);
  };
  const doSome = () => {
    isDue = false;
    const most = isHeld() ? 0 : mostInTurn;
    for (let done = 0; done < most; done += 1) doNext();
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
