import { type Markup, markup } from '@namecard/look';
import { knownName } from '@namecard/router';
import type { Api } from './api.ts';
import { formOf } from './fields.ts';
import { memberForm } from './member-form.ts';
import type { Visit } from './visit.ts';

type Session = Awaited<ReturnType<Api['auth']['sessions']>>['data']['sessions'][number];

function sessionItem(session: Session, visit: Visit): Markup {
  const { account } = visit.texts;
  const { browser, system } = session;
  const known = [browser, system].flatMap((name) => knownName(name) ?? []);
  const device = known.join(', ') || account.unknownDevice;
  const end = memberForm(visit, {
    action: `/me/account/sessions/${session.id}`,
    button: account.end,
    label: account.endOf(device),
    kind: 'quiet',
  });
  const note = session.current ? account.thisOne : account.lastUsed(session.lastUsedAt);
  return markup`<li class="row">
<div>${device}<p class="note">${note}</p></div>
${session.current ? '' : end}</li>`;
}

export function sessionsMarkup(visit: Visit, sessions: readonly Session[]): Markup {
  const { account } = visit.texts;
  const others = memberForm(visit, {
    action: '/me/account/sessions',
    button: account.endOthers,
    kind: 'quiet',
  });
  return markup`<h2>${account.sessions}</h2>
<ul>${sessions.map((session) => sessionItem(session, visit))}</ul>
<div class="actions">${sessions.length > 1 ? others : ''}
${formOf({ action: '/sign-out', button: account.signOut, kind: 'quiet' })}</div>`;
}
