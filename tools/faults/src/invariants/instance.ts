import { mock } from 'node:test';
import { openOrm } from '@namecard/db';
import type { TestClock } from '@namecard/db/testing';
import { answerError, createKeyRing, type KeyRing } from '@namecard/router';
import { makeService, type TestService } from '@namecard/router/testing';
import { wrongPerDay, wrongPerIp } from './model.ts';
import { hour } from './time.ts';

/**
 * The result of a verify, and its source. `compared`: whether the guess was
 * compared with any code.
 */
export type Verified = { compared: boolean; ip: string } & (
  | { ending: 'signed in' | 'suspended' }
  | { ending: 'refused'; answer: string }
);

export const keys = createKeyRing(['the secret key of all histories']);

/** One service with its own connections and process clock. */
export class Instance {
  readonly #service: TestService;
  readonly #hoursAhead: number;
  #calls = 0;

  private constructor(service: TestService, hoursAhead: number) {
    this.#service = service;
    this.#hoursAhead = hoursAhead;
  }

  /** @param hoursAhead the error of its process clock */
  static async open(url: string, clock: TestClock, hoursAhead: number) {
    const orm = await openOrm({ url });
    // The service's limits, except for wrong codes.
    const settings = { wrongPerIp, wrongPerDay };
    return new Instance(makeService({ url, orm }, clock, { keys, settings }), hoursAhead);
  }

  close = async () => this.#service.orm.close();

  /** What its worker needs. */
  get mailing() {
    return { ...this.#service.deps, orm: this.#service.orm };
  }

  /** @param ip the source; by default a new network */
  async send(email: string, ip = this.#newIp()): Promise<unknown> {
    this.setProcessClock();
    return this.#service.as(undefined, { ip }).auth.sendCode({ email });
  }

  /** @param ip the source; by default a new network, as attackers have many */
  async verify(email: string, otp: string, ip = this.#newIp()): Promise<Verified> {
    this.setProcessClock();
    let compared = false;
    const find: KeyRing['find'] = (id) => {
      compared = true;
      return keys.find(id);
    };
    const watched = this.#service.with({ keys: { ...keys, find } });
    try {
      await watched.as(undefined, { ip }).auth.verifyCode({ email, otp });
      return { ending: 'signed in', compared, ip };
    } catch (error) {
      return { ...refused(error), compared, ip };
    }
  }

  /** Sets the process's clock to this instance's, on which nothing may depend. */
  setProcessClock(): void {
    const now = performance.timeOrigin + performance.now();
    mock.timers.setTime(Math.round(now + (this.#hoursAhead * hour) / 1000));
  }

  #newIp(): string {
    this.#calls += 1;
    return `${this.#hoursAhead + 100}.${(this.#calls >> 8) % 256}.${this.#calls % 256}.1`;
  }
}

function refused(
  error: unknown,
): { ending: 'suspended' } | { ending: 'refused'; answer: string } {
  const answer = answerError(error);
  if (answer?.body.reason === 'ACCOUNT_SUSPENDED') {
    return { ending: 'suspended' };
  }
  if (answer?.status !== 401) {
    throw error;
  }
  return { ending: 'refused', answer: JSON.stringify(answer) };
}
