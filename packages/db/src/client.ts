import { Client, type ClientConfig } from 'pg';
import { isRetryable, refusesPrepared } from './errors.ts';
import { type Preparation, preparedName } from './prepared.ts';
import { retry } from './retry.ts';
import { statementTimeout, timeLimitLifted } from './session.ts';
import type { StatementTimes } from './statement-times.ts';

declare module 'pg' {
  interface Client {
    /** What the server said last: in no transaction, in one, in one that failed. Null before it greets. */
    getTransactionStatus(): 'I' | 'T' | 'E' | null;
    /** The server process that greeted, or the number that a pooler gave out for one. */
    readonly processID: number | null;
  }
}

type Done = (result: unknown) => void;
type Failed = (error: Error) => void;

/** Milliseconds until a connection counts as dead: the server has ended the statement two seconds before. */
const defaultDeadline = statementTimeout + 2_000;

/** The error of a statement whose connection was given up, as of one that the kernel gave up. */
const unanswered = (message: string) =>
  Object.assign(new Error(message), { code: 'ETIMEDOUT' });

export type ClientOptions = {
  preparation: Preparation;
  deadline?: number | undefined;
  times?: StatementTimes | undefined;
};

/** A pool's clients, and what ends those that are left without waiting for the database. */
export type Clients = { Client: typeof Client; destroy: () => void };

/**
 * Clients of the `pg` driver that prepare what is to be prepared, do a single statement again that was ended in favour of
 * another, and give a connection up whose statement is not answered: the server's own limits say nothing of a dead server.
 */
export function createClients({
  preparation,
  deadline = defaultDeadline,
  times,
}: ClientOptions): Clients {
  const open = new Set<{ destroy: (message: string) => void }>();

  class ServiceClient extends Client {
    #isBusy = false;
    #exempt: 'no' | 'transaction' | 'session' = 'no';
    /** One for all statements, begun again with each: making one costs more than all else here. */
    readonly #timer = setTimeout(() => this.#expire(), deadline).unref();

    constructor(config?: string | ClientConfig) {
      super(config);
      this.on('drain', () => this.#rest());
      this.on('end', () => this.#forget());
      open.add(this);
      const query = this.query.bind(this);
      const ask = (text: string, values: unknown[], done: Done, failed: Failed): void => {
        this.#begin(text);
        const name = preparation.isOn ? preparedName(text) : undefined;
        const began = performance.now();
        query({ name, text, values }, (error: Error | null, result: unknown) => {
          times?.add(text, performance.now() - began);
          if (error) {
            stopPreparingAfter(error);
            failed(error);
          } else {
            done(result);
          }
        });
      };
      const again = (text: string, values: unknown[]) =>
        retry(
          () => new Promise<unknown>((done, failed) => ask(text, values, done, failed)),
        );
      // The driver's types give this method seven signatures; what is not text and values goes on as it is. One promise for a
      // statement, as this is what every one of them costs.
      Reflect.set(
        this,
        'query',
        (text: unknown, values: unknown, callback: unknown): unknown => {
          if (
            typeof text !== 'string' ||
            !Array.isArray(values) ||
            callback !== undefined
          ) {
            return Reflect.apply(query, undefined, [text, values, callback]);
          }
          const isAlone = this.getTransactionStatus() === 'I';
          return new Promise<unknown>((done, failed) => {
            ask(text, values, done, (error) =>
              isAlone && isRetryable(error) ? done(again(text, values)) : failed(error),
            );
          });
        },
      );
    }

    #begin(text: string): void {
      this.#isBusy = true;
      this.#timer.refresh();
      if (text === timeLimitLifted.transaction || text === timeLimitLifted.session) {
        this.#exempt = text === timeLimitLifted.session ? 'session' : 'transaction';
      }
    }

    #rest(): void {
      this.#isBusy = false;
      if (this.#exempt === 'transaction' && this.getTransactionStatus() === 'I') {
        this.#exempt = 'no';
      }
    }

    #expire(): void {
      if (this.#isBusy && this.#exempt === 'no') {
        this.destroy('The database did not answer in time');
      }
    }

    #forget(): void {
      clearTimeout(this.#timer);
      open.delete(this);
    }

    destroy(message: string): void {
      this.#forget();
      this.connection.stream.destroy(unanswered(message));
    }
  }

  function stopPreparingAfter(error: unknown): void {
    if (preparation.isOn && refusesPrepared(error)) {
      preparation.isOn = false;
      preparation.onRefused();
    }
  }

  return {
    Client: ServiceClient,
    destroy: () =>
      open.forEach((client) => client.destroy('The database is being closed')),
  };
}
