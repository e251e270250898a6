import type { AppRouter } from '@namecard/client';
import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { confirmationCode } from './call-service.ts';
import type { Fixture } from './fixture.ts';

type Source = Pick<Fixture, 'service'> & Partial<Pick<Fixture, 'database'>>;

/**
 * Reads the newest code of an act. With a database, sessions may ask for more codes than
 * five in an hour.
 */
export const codesOf =
  ({ service, database }: Source) =>
  async (): Promise<string> => {
    const code = await confirmationCode(service);
    if (database) {
      await sql`
        update act_codes set asked_at = asked_at - interval '1 hour' where used_at is not null
      `.execute(database());
    }
    return code;
  };

/** Types the code of an act into the dialog that asks for it. */
export async function enterMailedCode(
  page: Page,
  readCode: () => Promise<string>,
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Enter the code from your mail' });
  await dialog.waitFor();
  await dialog.getByLabel('Code').fill(await readCode());
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.waitFor({ state: 'detached' });
}

const Input = z.record(z.string(), z.unknown());

/** Makes a call again with its mailed code. */
export const enteringCodes =
  (readCode: () => Promise<string>): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const again = async () => {
        call({ ...Input.parse(op.input), code: await readCode() });
      };
      const call = (input: unknown) => {
        next({ ...op, input }).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            if (String(error.data?.reason) !== 'CODE_REQUIRED') {
              observer.error(error);
              return;
            }
            void again();
          },
        });
      };
      call(op.input);
    });
