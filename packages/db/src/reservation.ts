import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { PoolClient } from 'pg';
import { isReadOnly, refusesPrepared } from './errors.ts';
import { retry } from './retry.ts';
import { timeLimitLifted } from './session.ts';
import type { StatementTimes } from './statement-times.ts';

/** Whether to prepare statements. Some poolers don't allow it. */
export type Preparation = {
  isOn: boolean;
  /** Called when a pooler refused them, after `isOn` became false. */
  onRefused: () => void;
};

export type StatementOptions = {
  preparation: Preparation;
  /** Milliseconds a statement may take. Then the connection counts as dead. */
  deadline: number;
  times?: StatementTimes | undefined;
};

/** Each connection prepares it once, under a name that no other text has. */
export type PreparedQuery<Row = unknown> = CompiledQuery<Row> & { readonly name: string };

const nameOf = (query: CompiledQuery | PreparedQuery): string | undefined =>
  'name' in query ? query.name : undefined;

/** For one statement or one transaction; see `driver.ts`. */
export class Reservation implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #options: StatementOptions;
  #isInTransaction = false;
  #hasDeadline = true;
  #isReadOnly = false;
  #whyAbandoned: string | undefined;

  constructor(client: PoolClient, options: StatementOptions) {
    this.#client = client;
    this.#options = options;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const send = async () => this.send(query);
    const result = await (this.#isInTransaction ? send() : retry(send));
    // The answer to several statements is an array, which has neither.
    return { rows: result.rows ?? [], numAffectedRows: BigInt(result.rowCount ?? 0) };
  }

  streamQuery(): never {
    throw new Error('Rows are not streamed: read them page by page');
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    this.#isInTransaction = true;
    const level = isolationLevel && `isolation level ${isolationLevel}`;
    const words = ['begin', level, accessMode].filter((word) => word !== undefined);
    await this.send(CompiledQuery.raw(words.join(' ')));
  }

  async send(query: CompiledQuery) {
    const { preparation, deadline, times } = this.#options;
    const name = nameOf(query);
    this.#hasDeadline &&= query.sql !== timeLimitLifted;
    const timer = setTimeout(() => this.#expire(), deadline);
    const began = performance.now();
    try {
      return await this.#client.query({
        name: preparation.isOn ? name : undefined,
        text: query.sql,
        values: [...query.parameters],
      });
    } catch (error) {
      this.#learnFrom(error);
      if (this.#whyAbandoned === undefined) {
        throw error;
      }
      const abandoned = new Error(this.#whyAbandoned, { cause: error });
      throw Object.assign(abandoned, { code: 'ETIMEDOUT' });
    } finally {
      clearTimeout(timer);
      times?.add(query.sql, name, performance.now() - began);
    }
  }

  #expire(): void {
    if (this.#hasDeadline) {
      this.abandon('The database did not answer in time');
    }
  }

  #learnFrom(error: unknown): void {
    const { preparation } = this.#options;
    this.#isReadOnly ||= isReadOnly(error);
    if (preparation.isOn && refusesPrepared(error)) {
      preparation.isOn = false;
      preparation.onRefused();
    }
  }

  /** Closes the connection. A running statement fails. */
  abandon(why: string): void {
    if (this.#whyAbandoned === undefined) {
      this.#whyAbandoned = why;
      this.#client.release(true);
    }
  }

  /**
   * Gives the connection back to the pool. Closes it if its server is read-only: the
   * next one finds the new primary.
   */
  release(): void {
    if (this.#whyAbandoned === undefined) {
      this.#client.release(this.#isReadOnly);
    }
  }
}
