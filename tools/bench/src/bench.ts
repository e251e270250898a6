import { fakePostmark } from '@namecard/testing';
import { checkOut, thisCheckout } from './checkout.ts';
import { measure } from './measure.ts';
import { startPostgres } from './postgres.ts';
import { rowsOf } from './report.ts';
import { requireSameAnswers } from './same-answers.ts';
import { startBetterAuth, startVersion, type Side } from './sides.ts';
import { works } from './works.ts';

type Options = {
  revision?: string | undefined;
  withBetterAuth: boolean;
  size: number;
  /** 0 only compares the answers. */
  seconds: number;
};

/**
 * Starts this version, the server by hand, better-auth and a revision if named.
 * All must do the same work before any is measured. Returns the rows of a table.
 */
export async function bench(options: Options): Promise<ReturnType<typeof rowsOf>> {
  const { revision, withBetterAuth, size, seconds } = options;
  await using started = new AsyncDisposableStack();
  const postgres = started.use(await startPostgres());
  const mail = started.use(await fakePostmark());
  const world = { postgres, mailUrl: mail.url, size };
  const sides: Side[] = [];
  const add = (more: Side[]) => sides.push(...more.map((side) => started.use(side)));
  add(await startVersion(thisCheckout, world, true));
  await requireSameAnswers(sides, works);
  if (revision !== undefined) add(await startVersion(checkOut(revision), world, false));
  if (withBetterAuth) add([await startBetterAuth(sides[0]?.people ?? [], world)]);
  if (seconds === 0 && !withBetterAuth) return [];
  const bursts = await measure(works, sides, seconds);
  return rowsOf(works, bursts, thisCheckout.name);
}
