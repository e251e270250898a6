import { randomBytes } from 'node:crypto';
import { mock } from 'node:test';
import { openOrm, type Orm } from '@namecard/db';
import { v7 } from 'uuid';
import {
  answerError,
  createCaller,
  createKeyRing,
  type Context,
  type KeyRing,
} from '@namecard/router';
import { defaultSettings, fixedHashes, silentTelemetry } from '@namecard/router/testing';
import { mailsPerHour } from './brake.ts';
import { wrongPerDay, wrongPerIp } from './model.ts';

const hour = 3_600_000;

/**
 * The result of a verify, and its source. `compared`: whether the guess was
 * compared with any code.
 */
export type Verified = { compared: boolean; ip: string } & (
  | { ending: 'signed in' | 'suspended' }
  | { ending: 'refused'; answer: string }
);

export const keys = createKeyRing(['the secret key of all histories']);

/** The service's limits, except for wrong codes and mail to strangers. */
const settings = { ...defaultSettings, wrongPerIp, wrongPerDay, mailsPerHour };

/** One service with its own connections and process clock. */
export class Instance {
  readonly orm: Orm;
  readonly settings = settings;
  readonly #hoursAhead: number;
  #calls = 0;

  private constructor(orm: Orm, hoursAhead: number) {
    this.orm = orm;
    this.#hoursAhead = hoursAhead;
  }

  /** @param hoursAhead the error of its process clock */
  static async open(url: string, hoursAhead: number): Promise<Instance> {
    return new Instance(await openOrm({ url }), hoursAhead);
  }

  /** @param ip the source; by default a new network */
  async send(email: string, ip = this.#newIp()): Promise<unknown> {
    return this.#caller(ip).auth.sendCode({ email });
  }

  /** @param ip the source; by default a new network, as attackers have many */
  async verify(email: string, otp: string, ip = this.#newIp()): Promise<Verified> {
    let compared = false;
    const watched: KeyRing = {
      ...keys,
      find: (id) => {
        compared = true;
        return keys.find(id);
      },
    };
    try {
      await this.#caller(ip, watched).auth.verifyCode({ email, otp });
      return { ending: 'signed in', compared, ip };
    } catch (error) {
      return { ...refused(error), compared, ip };
    }
  }

  /** Sets the process's clock to this instance's, on which nothing may depend. */
  setProcessClock(): void {
    const now = performance.timeOrigin + performance.now();
    mock.timers.setTime(Math.round(now + this.#hoursAhead * hour));
  }

  #newIp(): string {
    this.#calls += 1;
    return `${this.#hoursAhead + 100}.${(this.#calls >> 8) % 256}.${this.#calls % 256}.1`;
  }

  #caller(ip: string, ring = keys) {
    this.setProcessClock();
    const context: Context = {
      call: {
        id: `call-${this.#calls}`,
        ip,
        authorization: undefined,
        userAgent: undefined,
      },
      deps: {
        em: this.orm.em,
        admit: (_, work) => work(),
        keys: ring,
        hashes: fixedHashes,
        telemetry: silentTelemetry,
        settings,
        random: { id: () => v7(), bytes: (length) => randomBytes(length) },
        mailQueued: () => {},
        actBegun: () => {},
        deliver: async () => ({ outcome: 'sent', messageId: 'kept by nobody' }),
        clearSuppression: async () => ({ outcome: 'cleared' }),
        webhooks: { takes: () => true, send: async () => ({ status: 204 }) },
      },
      onUnexpected: () => {},
    };
    return createCaller(context);
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
