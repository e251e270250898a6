import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { inDigits } from '../../components/count.ts';
import { Section } from '../../components/section.tsx';
import { linkStyle } from '../../components/styles.ts';
import { Loaded } from '../../frame/states.tsx';
import { trpc } from '../../trpc.ts';
import { theirLeftWords } from './left-words.ts';

const most = 50;

/** What a large act has left as it was, for a day after its end. */
export function LeftOut({ action }: { action: string }) {
  const list = useQuery(trpc.moderation.acts.list.queryOptions());
  const act = list.data?.data.acts.find((one) => one.action === action && one.left > 0);
  const inspected = useQuery(
    trpc.moderation.acts.inspect.queryOptions(
      { id: act?.id ?? '' },
      { enabled: act !== undefined },
    ),
  );
  if (!act) return null;
  return (
    <Section title="Left as they were">
      <Loaded query={inspected} what="the list">
        {({ data: { left } }) => (
          <ul>
            {[...Map.groupBy(left, ({ reason }) => reason)].map(([reason, rows]) => (
              <li key={reason} className="py-0.5 wrap-anywhere">
                {inDigits(rows.length)} {theirLeftWords[reason]}
                {rows.slice(0, most).map(({ id, username }, index) => (
                  <span key={id}>
                    {index === 0 ? ': ' : ', '}
                    {username === null ? (
                      'one that is gone'
                    ) : (
                      <Link
                        translate="no"
                        to="/profiles/$username"
                        params={{ username }}
                        className={linkStyle}
                      >
                        {username}
                      </Link>
                    )}
                  </span>
                ))}
                {rows.length > most && ' …'}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}
