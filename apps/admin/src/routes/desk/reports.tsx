import type { inferOutput } from '@trpc/tanstack-react-query';
import { When } from '../../components/date-time.tsx';
import { Section } from '../../components/section.tsx';
import { reportReasonName } from '../../moderation/reasons.ts';
import type { trpc } from '../../trpc.ts';

type Report = inferOutput<typeof trpc.moderation.desk.inspect>['data']['reports'][number];

const whoOf = ({ memberSince }: Report) =>
  memberSince === null ? 'Without an account' : `A member since ${memberSince}`;

/** What people said of the card. Who they are, an admin can read. */
export function Reports({ reports }: { reports: readonly Report[] }) {
  if (reports.length === 0) return null;
  return (
    <div className="mt-5 border-t border-line pt-3">
      <Section title="Reports">
        <ul>
          {reports.map((report) => (
            <li key={report.id} className="py-1">
              <p className="text-soft">
                {reportReasonName(report.reason)}{' '}
                <span className="text-xs text-muted">
                  · {whoOf(report)} · <When at={report.at} />
                </span>
              </p>
              {report.text !== null && (
                <p dir="auto" className="overflow-clip wrap-anywhere whitespace-pre-wrap">
                  {report.text}
                </p>
              )}
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
