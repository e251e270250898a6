/** What a server has sent to its database. */
export type Counted = {
  /** Statements, those that begin and end transactions among them: each is a round trip. */
  statements: number;
  /** Transactions, those of a single statement among them: each is a commit. */
  transactions: number;
  /** Of these, how many deliver mail or look for mail to deliver: nobody waits for them. */
  deliveryStatements: number;
  deliveryTransactions: number;
};

const textUntilNull = (bytes: Buffer, from: number): string =>
  bytes.toString('utf8', from, bytes.indexOf(0, from));

/** The outbox's own statements, of whichever side. */
const delivers = /^\s*(with "?(chosen|known_first|taken)"?|update "?outbox)/i;

const begins = /^\s*(begin|start transaction)/i;
const ends = /^\s*(commit|rollback)/i;

/** Counts statements by their texts, in the order in which one connection sends them. */
function counter(counted: Counted): (text: string) => void {
  let inTransaction = false;
  return (text) => {
    counted.statements += 1;
    if (delivers.test(text)) {
      counted.deliveryStatements += 1;
      counted.deliveryTransactions += inTransaction ? 0 : 1;
    }
    if (begins.test(text)) {
      inTransaction = true;
    } else if (ends.test(text) || !inTransaction) {
      counted.transactions += 1;
      inTransaction = false;
    }
  };
}

/**
 * Reads one connection's messages as they are sent to PostgreSQL (its documentation, "Frontend/Backend Protocol"), and counts.
 * Returns the function that takes the bytes in as they come.
 */
export function countMessages(counted: Counted): (chunk: Buffer) => void {
  const names = new Map<string, string>();
  let waiting = Buffer.alloc(0);
  let isStarted = false;

  const count = counter(counted);

  const take = (type: string, body: Buffer): void => {
    if (type === 'Q') {
      count(textUntilNull(body, 0));
    } else if (type === 'P') {
      const name = textUntilNull(body, 0);
      names.set(name, textUntilNull(body, Buffer.byteLength(name) + 1));
    } else if (type === 'B') {
      const portal = textUntilNull(body, 0);
      count(names.get(textUntilNull(body, Buffer.byteLength(portal) + 1)) ?? '');
    }
  };

  return (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
    for (;;) {
      // The first message has no type.
      const head = isStarted ? 1 : 0;
      const length =
        waiting.length < head + 4 ? Infinity : head + waiting.readInt32BE(head);
      if (waiting.length < length) {
        return;
      }
      if (isStarted) {
        take(waiting.toString('latin1', 0, 1), waiting.subarray(5, length));
      }
      isStarted = true;
      waiting = waiting.subarray(length);
    }
  };
}
