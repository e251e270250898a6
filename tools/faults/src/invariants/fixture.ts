import { migrate, openOrm, type Orm } from '@namecard/db';
import { giveClock, type TestClock } from '@namecard/db/testing';
import { deriveCodes } from '@namecard/router/testing';
import { Instance, keys } from './instance.ts';
import {
  areShortCodesClosed,
  type Challenge,
  newPerson,
  type Person,
  type WrongFrom,
} from './model.ts';
import { clear, observe, type Observed } from './observe.ts';
import { population } from './step.ts';
import { beginning } from './time.ts';

/**
 * What a history uses: two services on one database, its clock, and the model.
 */
export class Fixture {
  /** The time, also of the database. */
  now = 0;
  people: Person[] = [];
  /** Wrong short codes by their source. */
  wrongFrom: WrongFrom[] = [];
  /** The single answer to every failure so far. */
  refusal: string | undefined;
  /** Counts events: a rule proves nothing if its event never happened. */
  readonly seen = new Map<string, number>();
  #before: Observed | undefined;
  /** The observer's own connections. */
  readonly orm: Orm;
  readonly #clock: TestClock;
  readonly #instances: readonly [Instance, Instance];

  private constructor(
    orm: Orm,
    clock: TestClock,
    instances: readonly [Instance, Instance],
  ) {
    this.orm = orm;
    this.#clock = clock;
    this.#instances = instances;
  }

  static async open(url: string): Promise<Fixture> {
    const orm = await openOrm({ url });
    await migrate(orm);
    const clock = await giveClock(orm);
    const instances = [
      await Instance.open(url, clock, -1),
      await Instance.open(url, clock, 1),
    ] as const;
    return new Fixture(orm, clock, instances);
  }

  async close(): Promise<void> {
    await Promise.all(this.#instances.map((instance) => instance.close()));
    await this.orm.close();
  }

  /** A new history: empty database, other people, other keys. */
  async begin(): Promise<void> {
    await clear(this.orm);
    await this.#clock.set(beginning);
    this.now = 0;
    this.people = Array.from({ length: population }, (_, index) =>
      newPerson(`person-${index}@example.com`),
    );
    this.wrongFrom = [];
    this.#before = undefined;
  }

  instance(number: number): Instance {
    return number === 0 ? this.#instances[0] : this.#instances[1];
  }

  person(number: number): Person {
    const person = this.people[number];
    if (!person) throw new Error(`There is no person ${number}`);
    return person;
  }

  /** Whether the provider refuses all mail to this address. */
  isSuppressed = (address: string): boolean => address === this.people.at(-1)?.address;

  get closed(): boolean {
    return areShortCodesClosed(this.people, this.now);
  }

  async wait(span: number): Promise<void> {
    this.now += span;
    await this.#clock.advance(`${span} microseconds`);
  }

  observe = async (): Promise<Observed> => observe(this.orm);

  saw(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }

  /** The database before this step. */
  get before(): Observed {
    if (!this.#before) throw new Error('The history has not begun');
    return this.#before;
  }

  async look(): Promise<void> {
    this.#before = await this.observe();
  }

  /** The challenge of a row. Derives its codes as the mails do. */
  challengeOf({ id, email, begunAt, mails }: Observed['challenges'][number]): Challenge {
    return { id, begunAt, mails, ...deriveCodes(keys.current, id, email) };
  }
}
