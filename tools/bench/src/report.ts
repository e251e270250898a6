import { percentile } from '@namecard/testing';
import { ratioInterval, verdictOf } from './interval.ts';
import type { Burst } from './measure.ts';
import type { Work } from './works.ts';

/** CPU beside another revision may grow by this much. */
const mostOfRevision = 1.05;

const cpu = ({ server, database }: Burst) => server + database;

const medianOf = (bursts: readonly Burst[], figure: (burst: Burst) => number) =>
  percentile(bursts.map(figure), 0.5);

const figuresOf = (bursts: readonly Burst[]) => ({
  'µs server + database': `${medianOf(bursts, (one) => one.server).toFixed(0)} + ${medianOf(bursts, (one) => one.database).toFixed(0)}`,
  'calls/s': medianOf(bursts, ({ rate }) => rate).toFixed(0),
  'median ms': medianOf(bursts, ({ median }) => median).toFixed(2),
});

function targetOf({ target }: Work, beside: string, callers: number): number | undefined {
  if (beside === 'better-auth') return undefined;
  if (beside !== 'by hand') return mostOfRevision;
  return callers > 1 ? target : undefined;
}

/** A row for each work, load and side: the CPU a call of ours, as a part of theirs. */
export function rowsOf(works: readonly Work[], bursts: readonly Burst[], own: string) {
  const groups = Map.groupBy(
    bursts,
    ({ work, callers, side }) => `${work}|${callers}|${side}`,
  );
  return works.flatMap((work) =>
    [1, 20].flatMap((callers) => {
      const ours = groups.get(`${work.name}|${callers}|${own}`) ?? [];
      const sides = [...new Set(bursts.map(({ side }) => side))];
      return sides.flatMap((side) => {
        const theirs = groups.get(`${work.name}|${callers}|${side}`);
        if (theirs === undefined) return [];
        const rounds = theirs.length;
        const row = { work: work.name, callers, side, rounds, ...figuresOf(theirs) };
        if (side === own) return [row];
        const interval = ratioInterval(
          theirs.flatMap((other) => {
            const one = ours.find(({ round }) => round === other.round);
            return one ? [cpu(one) / cpu(other)] : [];
          }),
        );
        const target = targetOf(work, side, callers);
        const [middle, low, high] = [interval.middle, interval.low, interval.high].map(
          (ratio) => ratio.toFixed(2),
        );
        return [
          {
            ...row,
            'our CPU by theirs': `${middle} (${low}–${high})`,
            verdict:
              target === undefined ? '' : `≤ ${target}: ${verdictOf(interval, target)}`,
          },
        ];
      });
    }),
  );
}
