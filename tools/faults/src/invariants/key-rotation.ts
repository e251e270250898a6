import { hour } from './time.ts';

type Secrets = readonly [string, ...string[]];

/** The nth secret key, of at least 32 characters. */
const secret = (index: number) => `secret key number ${index} of a history`;

/**
 * The keys of two instances during rotations. Each step reaches one instance at a
 * time: the new key is added last, then put first, and an hour later the old one
 * is removed.
 */
export class KeyRotation {
  #steps = 0;
  #newestFirstAt = 0;

  /** Takes the next step if it is allowed yet. */
  advance(now: number): void {
    const next = this.#steps % 6;
    if (next === 4 && now - this.#newestFirstAt < hour) {
      return;
    }
    if (next === 3) {
      this.#newestFirstAt = now;
    }
    this.#steps += 1;
  }

  /** The keys of an instance; the first one is for new codes. */
  secretsOf(instance: number): Secrets {
    const rounds = Math.floor(this.#steps / 6);
    const taken = Math.floor(((this.#steps % 6) + 1 - instance) / 2);
    const [old, young] = [secret(rounds), secret(rounds + 1)];
    const stages: Secrets[] = [[old], [old, young], [young, old], [young]];
    return stages[taken] ?? [old];
  }

  /** All keys used so far. */
  everySecret(): Secrets {
    const rounds = Math.floor(this.#steps / 6);
    return [
      secret(0),
      ...Array.from({ length: rounds + 1 }, (_, index) => secret(index + 1)),
    ];
  }
}
