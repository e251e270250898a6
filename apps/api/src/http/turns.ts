/*
 * Problem: answering a crowd in one turn of the event loop would block everybody else.
 * And Node opens one connection in each turn. The next one may be somebody else's, who
 * waits in the kernel behind all others. Behind a proxy each answer may bring a new one:
 * with as many answers as connections, 2,000 wait there for ever.
 *
 * Plan: each network has a line, and the lines take turns. Every second piece of work is
 * of a line that has had no turn, so that crowds of many networks delay nobody who comes
 * alone. While connections open, ten of them open for each piece of work.
 *
 * Price: while somebody opens thousands in a second, others are answered more slowly.
 */

/** Pieces of work in a turn in which a connection opens. */
const besideOpening = 1 / 10;

/** Returns false if there was nothing left to do. */
type Work = () => boolean;

type Lines = Map<string, Work[]>;

/** Does a few pieces of work in each turn, each line in its order. */
export class Turns {
  readonly #most: number;
  readonly #later: (turn: () => void) => void;
  /** Lines that have had no turn. */
  readonly #fresh: Lines = new Map();
  readonly #others: Lines = new Map();
  #wasFresh = false;
  #isDue = false;
  /** Whether a connection has opened since the last turn. */
  #hasOpened = false;
  /** Pieces of work. */
  #allowed = 0;

  /**
   * @param most pieces of work in one turn
   * @param later begins the next turn: the event loop's by default
   */
  constructor(most = 20, later: (turn: () => void) => void = setImmediate) {
    this.#most = most;
    this.#later = later;
  }

  noteOpened(): void {
    this.#hasOpened = true;
  }

  soon(work: Work, line: string): void {
    const waiting = this.#fresh.get(line) ?? this.#others.get(line);
    if (waiting) waiting.push(work);
    else this.#fresh.set(line, [work]);
    this.#beDue();
  }

  #beDue(): void {
    if (this.#isDue || this.#fresh.size + this.#others.size === 0) return;
    this.#isDue = true;
    this.#later(() => this.#takeTurn());
  }

  #takeTurn(): void {
    this.#isDue = false;
    this.#allowed = this.#hasOpened ? this.#allowed + besideOpening : this.#most;
    // A flood of new networks leaves many lines whose connections have ended.
    while (this.#allowed >= 1) if (this.#doNext()) this.#allowed -= 1;
    this.#hasOpened = false;
    this.#beDue();
  }

  /** Returns false if the next line had nothing left to do. */
  #doNext(): boolean {
    const isFresh = this.#others.size === 0 || (!this.#wasFresh && this.#fresh.size > 0);
    const lines = isFresh ? this.#fresh : this.#others;
    const [next] = lines;
    if (!next) return true;
    const [line, waiting] = next;
    lines.delete(line);
    let work = waiting.shift();
    while (work?.() === false) work = waiting.shift();
    if (waiting.length > 0) this.#others.set(line, waiting);
    if (work) this.#wasFresh = isFresh;
    return work !== undefined;
  }
}
