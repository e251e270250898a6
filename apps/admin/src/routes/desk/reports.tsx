import { useMutation } from '@tanstack/react-query';
import type { inferOutput } from '@trpc/tanstack-react-query';
import { When } from '../../components/date-time.tsx';
import { Section } from '../../components/section.tsx';
import { Words } from '../../components/words.tsx';
import { reportReasonName } from '../../moderation/reasons.ts';
import { reportFailure } from '../../moderation/report-failures.ts';
import { trpc } from '../../trpc.ts';
import { useWho } from '../../who.ts';

type Report = inferOutput<typeof trpc.moderation.desk.inspect>['data']['reports'][number];

/** The reporter. Admins can ask for the name, which the history records. */
function Reporter({ report }: { report: Report }) {
  const { role } = useWho();
  const reading = useMutation(
    trpc.moderation.desk.reporter.mutationOptions({
      onError: (error) => reportFailure('The name did not load', error),
    }),
  );
  if (report.memberSince === null) return 'Without an account, or erased';
  const reporter = reading.data?.data.reporter;
  if (reporter) return <span translate="no">{reporter.email}</span>;
  return (
    <>
      A member since {report.memberSince}
      {role === 'admin' && (
        <button
          type="button"
          title="The history records that you read it"
          onClick={() => reading.mutate({ report: report.id })}
          className="ml-2 rounded-md underline underline-offset-3 hover:no-underline pointer-coarse:min-h-11"
        >
          Show name
        </button>
      )}
    </>
  );
}

export function Reports({ reports }: { reports: readonly Report[] }) {
  if (reports.length === 0) return null;
  return (
    <Section isRuled title="Reports">
      <ul>
        {reports.map((report) => (
          <li key={report.id} className="py-1">
            <p className="text-soft">
              {reportReasonName(report.reason)}{' '}
              <span className="text-xs text-muted">
                · <Reporter report={report} /> · <When at={report.at} />
              </span>
            </p>
            {report.text !== null && <Words>{report.text}</Words>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
