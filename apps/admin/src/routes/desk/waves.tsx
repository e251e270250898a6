import { useQuery } from '@tanstack/react-query';
import type { inferOutput } from '@trpc/tanstack-react-query';
import { counted } from '../../components/count.ts';
import { useAsked } from '../../frame/use-asked.tsx';
import {
  type Searched,
  WholeSearchDialog,
} from '../../moderation/acts/whole-search-dialog.tsx';
import { addressOf } from '../../address-of.ts';
import { trpc } from '../../trpc.ts';

type Wave = inferOutput<typeof trpc.moderation.desk.waves>['data']['waves'][number];

const again = 60_000;

const minute = 60_000;

function within({ firstAt, lastAt }: Wave): string {
  const minutes = Math.max(
    1,
    Math.ceil((Date.parse(lastAt) - Date.parse(firstAt)) / minute),
  );
  if (minutes === 1) return 'within a minute';
  return minutes < 120
    ? `within ${minutes} minutes`
    : `within ${Math.ceil(minutes / 60)} hours`;
}

const nameOf = ({ owner, value }: Wave) => (owner ? addressOf(owner) : value);

const ownersOf = ({ by, owners }: Wave) =>
  by === 'owner' ? 'of one owner' : `of ${owners} owners`;

/** Open cards that share an owner or a website. They are looked at as one set. */
export function Waves() {
  const waves = useQuery(
    trpc.moderation.desk.waves.queryOptions(undefined, { refetchInterval: again }),
  ).data?.data.waves;
  const { ask, draw } = useAsked<{ searched: Searched; title: string }>();
  return (
    <>
      {waves && waves.length > 0 && (
        <section
          aria-label="Many at once"
          className="border-b border-line px-4 py-2 md:px-10"
        >
          <ul>
            {waves.map((wave) => (
              <li key={`${wave.by} ${wave.value}`}>
                <button
                  type="button"
                  className="min-h-8 w-full py-1 text-left wrap-anywhere hover:underline pointer-coarse:min-h-11"
                  onClick={() => {
                    const { by, value } = wave;
                    ask({
                      searched: { wave: { by, value } },
                      title: `All of ${nameOf(wave)}`,
                    });
                  }}
                >
                  {counted(wave.cards, 'profile')} {ownersOf(wave)},{' '}
                  <bdi translate="no">{nameOf(wave)}</bdi>, {within(wave)} …
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {draw((wave, dialog) => (
        <WholeSearchDialog {...wave} {...dialog} />
      ))}
    </>
  );
}
