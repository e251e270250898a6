import { useMutation } from '@tanstack/react-query';
import { When } from '../../components/date-time.tsx';
import { Section } from '../../components/section.tsx';
import { Words } from '../../components/words.tsx';
import type { Inspected } from '../../moderation/desk/item.ts';
import { reportReasonName } from '../../moderation/reasons.ts';
import { Recorded, RecordedButton } from '../../moderation/recorded-button.tsx';
import { reportFailure } from '../../moderation/report-failures.ts';
import { trpc } from '../../trpc.ts';
import { useWho } from '../../who.ts';

type Report = Inspected['reports'][number];

/** What a stranger typed about themselves. */
function Typed({ name, email }: { name: string | null; email: string | null }) {
  return (
    <Recorded>
      <bdi>{[name, email].filter(Boolean).join(', ')}</bdi> (not checked)
    </Recorded>
  );
}

/** The reporter. Admins can ask for the name, which the history records. */
function Reporter({ report }: { report: Report }) {
  const { role } = useWho();
  const reading = useMutation(
    trpc.moderation.desk.reporter.mutationOptions({
      onError: (error) => reportFailure('The name did not load', error),
    }),
  );
  const { memberSince, isSigned } = report;
  if (memberSince === null && !isSigned) return 'Without an account, or erased';
  const { reporter = null, typed = null } = reading.data?.data ?? {};
  if (reporter) return <Recorded>{reporter.email}</Recorded>;
  if (typed) return <Typed {...typed} />;
  return (
    <>
      {memberSince === null ? 'Without an account' : `A member since ${memberSince}`}
      {role === 'admin' && (
        <RecordedButton onClick={() => reading.mutate({ report: report.id })}>
          Show name
        </RecordedButton>
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
                · <When at={report.at} /> · <Reporter report={report} />
              </span>
            </p>
            {report.text !== null && <Words>{report.text}</Words>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
