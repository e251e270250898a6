import { actCodeErrors } from '../../access/act-codes.ts';
import { AppError, inWords } from '../../errors.ts';
import type { Reached } from './brake.ts';
import { mostWaiting } from './policy.ts';

export const brakeErrors = ['WAITS_FOR_ADMIN', ...actCodeErrors] as const;

const written = (count: number) => count.toLocaleString('en');

function changed(who: string, { cards, hours, most }: Reached): string {
  const within = hours === 1 ? 'hour' : `${hours} hours`;
  return `${who} changed ${written(cards)} cards in the last ${within}, of ${written(most)} at most.`;
}

/** @param waits false for a person with too many waiting acts */
export const waitsForAdmin = (reached: Reached, waits: boolean) =>
  new AppError(
    'FORBIDDEN',
    'WAITS_FOR_ADMIN',
    `${changed('You', reached)} ${
      waits
        ? 'This act waits in History until an admin decides.'
        : `This act was not kept: ${mostWaiting} of yours wait in History already. Ask an admin to decide about them.`
    }`,
  );

export const keyBraked = (reached: Reached) =>
  new AppError(
    'TOO_MANY_REQUESTS',
    'RATE_LIMITED',
    `${changed('This key', reached)} Try again in ${inWords(reached.seconds)}.`,
    { retryAfter: reached.seconds },
  );
