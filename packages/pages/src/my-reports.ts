import { type Markup, markup } from '@namecard/look';
import type { Api } from './api.ts';
import type { Visit } from './visit.ts';

type Report = Awaited<
  ReturnType<Api['profiles']['myReports']>
>['data']['reports'][number];

/** What a member reported and what became of it. Nothing without a report. */
export function reportsMarkup({ texts }: Visit, reports: readonly Report[]): Markup {
  const { account, report } = texts;
  const items = reports.map(
    ({ at, reason, username, state }) => markup`<li class="row"><div>
<bdi>${username ?? account.reportedCard}</bdi> · ${report.reasons[reason]}
<p class="note">${account.reportedAt(at)} · ${account.reportStates[state]}</p></div></li>`,
  );
  return items.length === 0
    ? markup``
    : markup`<h2 id="reports">${account.reports}</h2><ul>${items}</ul>`;
}
