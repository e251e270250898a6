/**
 * How statements reach PostgreSQL.
 *
 * Problem: Kysely's driver for `pg` sends each statement as text, so that PostgreSQL parses and plans it each time. It waits
 * for ever for a server that died without a word. It keeps a connection to a server that has become read-only.
 *
 * Plan: a Kysely driver of our own, which MikroORM takes as a public option. It reserves a connection of `pg`'s pool for a
 * statement or a transaction, and
 * - names statements written with `prepared`, so that each connection plans them once, until a pooler mixes them up;
 * - gives up a connection that does not answer in time, or that has become read-only;
 * - repeats a single statement that PostgreSQL ended in favour of another;
 * - adds up how long statements take.
 *
 * Price: we keep up with Kysely's `Driver`, and Kysely's way to a connection takes longer than the pool's own.
 */
import { createPostgreSqlTypeParsers } from '@mikro-orm/sql';
import {
  AbortedTransactionError,
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { escapeIdentifier, Pool, types, type PoolClient } from 'pg';
import type { DatabaseAddress } from './database-url.ts';
import { encryptionOf } from './encryption.ts';
import { isReadOnly, refusesPrepared } from './errors.ts';
import { retry } from './retry.ts';
import { settleSession, statementTimeout, timeLimitLifted } from './session.ts';
import type { StatementTimes } from './statement-times.ts';

declare module 'pg' {
  interface ClientBase {
    /** The server process that greeted, or the number that a pooler gave out for one. Null before. */
    readonly processID: number | null;
  }
}

/** Whether statements are prepared. A pooler that mixes sessions may not allow it. */
export type Preparation = {
  isOn: boolean;
  /** Called when a pooler turned out not to allow it, after `isOn` has become false. */
  onRefused: () => void;
};

/** Connections that are open, those of them that are idle, and how many wait for one. */
export type PoolFigures = Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;

/** A statement that each connection plans once, under a name that no other text has. */
export type PreparedQuery<Row = unknown> = CompiledQuery<Row> & { readonly name: string };

const nameOf = (query: CompiledQuery | PreparedQuery): string | undefined =>
  'name' in query ? query.name : undefined;

/**
 * In milliseconds. The kernel asks a silent peer ten times, a second apart, after it was silent for that long. A connection
 * is closed when it was idle for so long that it may have died unnoticed.
 */
const waits = {
  connectionTimeoutMillis: 5_000,
  keepAliveInitialDelayMillis: 5_000,
  idleTimeoutMillis: 10_000,
};

/** Milliseconds until a connection counts as dead: the server ends the statement two seconds before. */
const defaultDeadline = statementTimeout + 2_000;

/** Milliseconds that closing waits for statements in progress. */
const closeTimeout = 2_000;

/** PostgreSQL's number of the type `text[]`. */
const arrayOfTexts: number = 1009;

/** Dates, instants and intervals stay PostgreSQL's text, as the entities hold them. */
const textParsers = createPostgreSqlTypeParsers(types.getTypeParser(arrayOfTexts));

export type DriverOptions = {
  address: DatabaseAddress;
  poolSize: number;
  preparation?: Preparation | undefined;
  /** Milliseconds after which a statement's connection counts as dead. */
  deadline?: number | undefined;
  times?: StatementTimes | undefined;
};

/** A connection, reserved for one statement or one transaction. */
class Reservation implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #options: DriverOptions;
  #isInTransaction = false;
  #hasDeadline = true;
  #isReadOnly = false;
  /** Why the connection was given up. */
  #lost: string | undefined;

  constructor(client: PoolClient, options: DriverOptions) {
    this.#client = client;
    this.#options = options;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const send = async () => this.#send(query);
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
    const modes = ['begin', level, accessMode].filter((mode) => mode !== undefined);
    await this.run(modes.join(' '));
  }

  /** @throws AbortedTransactionError where an earlier statement failed: PostgreSQL then rolls back */
  async commit(): Promise<void> {
    const { command } = await this.run('commit');
    if (command === 'ROLLBACK') {
      throw new AbortedTransactionError();
    }
  }

  async run(text: string) {
    return this.#send(CompiledQuery.raw(text));
  }

  async #send(query: CompiledQuery) {
    const { preparation, deadline = defaultDeadline, times } = this.#options;
    const name = nameOf(query);
    this.#hasDeadline &&= query.sql !== timeLimitLifted;
    const timer = this.#hasDeadline
      ? setTimeout(() => this.abandon('The database did not answer in time'), deadline)
      : undefined;
    const began = performance.now();
    try {
      return await this.#client.query({
        name: preparation?.isOn ? name : undefined,
        text: query.sql,
        values: [...query.parameters],
      });
    } catch (error) {
      throw this.#examine(error);
    } finally {
      clearTimeout(timer);
      times?.add(query.sql, name, performance.now() - began);
    }
  }

  #examine(error: unknown): unknown {
    const { preparation } = this.#options;
    this.#isReadOnly ||= isReadOnly(error);
    if (preparation?.isOn && refusesPrepared(error)) {
      preparation.isOn = false;
      preparation.onRefused();
    }
    return this.#lost === undefined
      ? error
      : Object.assign(new Error(this.#lost, { cause: error }), { code: 'ETIMEDOUT' });
  }

  /** Closes the connection. A statement in progress fails. */
  abandon(reason: string): void {
    if (this.#lost === undefined) {
      this.#lost = reason;
      this.#client.release(true);
    }
  }

  /** The next connection leads to the server that has taken the place of a read-only one. */
  release(): void {
    if (this.#lost === undefined) {
      this.#client.release(this.#isReadOnly);
    }
  }
}

class ServiceDriver implements Driver {
  readonly pool: Pool;
  readonly #options: DriverOptions;
  readonly #unsettled = new WeakSet<PoolClient>();
  readonly #reserved = new Set<Reservation>();

  constructor(options: DriverOptions) {
    const { address, poolSize } = options;
    this.#options = options;
    this.pool = new Pool({
      ...address.client,
      ...waits,
      max: poolSize,
      types: {
        getTypeParser: (oid: number, format) =>
          textParsers[oid] ?? types.getTypeParser(oid, format),
      },
    });
    // An error of a connection that nobody listens to would end the process. Its statement fails with it.
    this.pool.on('error', () => {});
    this.pool.on('connect', (client) => {
      client.on('error', () => {});
      this.#unsettled.add(client);
    });
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Reservation> {
    const { pool } = this;
    if (pool.idleCount === 0 && pool.totalCount < pool.options.max) {
      // The pool will connect. The host's name may lead elsewhere by now.
      pool.options.ssl = await encryptionOf(this.#options.address);
    }
    const client = await pool.connect();
    const reservation = new Reservation(client, this.#options);
    this.#reserved.add(reservation);
    if (this.#unsettled.has(client)) {
      await this.#settle(reservation, client);
    }
    return reservation;
  }

  async #settle(reservation: Reservation, client: PoolClient): Promise<void> {
    try {
      await settleSession(reservation, client.processID);
      this.#unsettled.delete(client);
    } catch (error) {
      reservation.abandon('Its session could not be set');
      await this.releaseConnection(reservation);
      throw error;
    }
  }

  async beginTransaction(
    reservation: Reservation,
    settings: TransactionSettings,
  ): Promise<void> {
    await reservation.begin(settings);
  }

  async commitTransaction(reservation: Reservation): Promise<void> {
    await reservation.commit();
  }

  async rollbackTransaction(reservation: Reservation): Promise<void> {
    try {
      await reservation.run('rollback');
    } catch (error) {
      reservation.abandon('Its transaction could not be rolled back');
      throw error;
    }
  }

  async savepoint(reservation: Reservation, name: string): Promise<void> {
    await reservation.run(`savepoint ${escapeIdentifier(name)}`);
  }

  async rollbackToSavepoint(reservation: Reservation, name: string): Promise<void> {
    await reservation.run(`rollback to savepoint ${escapeIdentifier(name)}`);
  }

  async releaseSavepoint(reservation: Reservation, name: string): Promise<void> {
    await reservation.run(`release savepoint ${escapeIdentifier(name)}`);
  }

  async releaseConnection(reservation: Reservation): Promise<void> {
    this.#reserved.delete(reservation);
    reservation.release();
  }

  /** Waits for statements in progress, but not for a database that does not answer. */
  async destroy(): Promise<void> {
    const timer = setTimeout(
      () => this.#reserved.forEach((one) => one.abandon('The database is being closed')),
      closeTimeout,
    );
    try {
      await this.pool.end();
    } finally {
      clearTimeout(timer);
    }
  }
}

/** PostgreSQL's dialect of SQL, and what sends it. */
export const dialectOf = (driver: Driver): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driver,
  createIntrospector: (database) => new PostgresIntrospector(database),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

export const createDriver = (options: DriverOptions) => new ServiceDriver(options);
