import { readAddress } from '@namecard/router';
import type { Api } from './api.ts';
import { filledForm } from './filled-form.ts';
import { type Onward, onwardOf } from './onward.ts';
import type { Page } from './page.ts';
import { type Posted, textOf } from './posted.ts';
import { Presses } from './presses.ts';
import { queryOf } from './query.ts';
import { addressPage, codePage } from './sign-in-pages.ts';
import { suspendedPage } from './suspended.ts';
import {
  type Answer,
  callerAs,
  memberOf,
  type Pages,
  type Visit,
  visitOf,
} from './visit.ts';

/** If it can't be ended now, the browser forgets it all the same. */
export async function endSession({ api, token }: Visit): Promise<void> {
  if (token === undefined) return;
  await api.auth.signOut().catch(() => undefined);
}

/** The page after the sign-in: the kept form, or one of the member's pages. */
async function goOn(
  visit: Visit,
  member: string,
  onward: Onward | undefined,
): Promise<Answer> {
  if (onward === undefined) return { to: '/me' };
  if (onward.kept === undefined) return { to: onward.to };
  return (await filledForm(visit, member, onward)) ?? { to: '/me' };
}

/**
 * Writes the cookies of the new session, then the member's language. The code is used up,
 * so the session is kept even if the language can't be read.
 */
async function keepSession(visit: Visit, id: string, token: string): Promise<Visit> {
  const { cookies, reply, request, sessionDays } = visit;
  cookies.session.write(reply, token);
  cookies.member.write(reply, id, sessionDays);
  cookies.address.clear(reply);
  const me = await callerAs(visit, request, token)
    .users.me()
    .catch(() => undefined);
  if (me?.data.language) cookies.language.write(reply, me.data.language);
  else if (me) cookies.language.clear(reply);
  return visitOf(visit, request, reply, { token, member: id });
}

type SignedIn = Awaited<ReturnType<Api['auth']['verifyCode']>>;

type Lost = { address?: string; onward?: Onward | undefined; said?: string };

/**
 * The page does not know for which address a code is. It is too old, or the browser
 * keeps no cookies. Then its form mails nothing.
 */
function addressLost(visit: Visit, lost: Lost = {}): Page {
  const { cookies, reply, texts } = visit;
  cookies.trial.write(reply, 'yes');
  return addressPage(visit, { said: texts.signIn.addressLost, ...lost, isTrial: true });
}

/** Without cookies a session would be lost, and a code with it. */
function codeUntried(visit: Visit, posted: Posted): Page {
  const [address, code] = [textOf(posted, 'address'), textOf(posted, 'code')];
  // Not the address: nobody has checked it, and it may be as long as a form.
  visit.cookies.trial.write(visit.reply, 'yes');
  const said = visit.texts.signIn.codeUntried;
  return codePage(visit, { address, code, said, onward: onwardOf(posted) });
}

export function signInPages(): Pages {
  const presses = new Presses<SignedIn>();
  return {
    '/sign-in': {
      fields: ['email'],
      isKept: true,
      read: (visit) => {
        const isLost = queryOf(visit.request, 'why') === 'lost';
        return addressPage(visit, { said: isLost ? visit.texts.signIn.lost : undefined });
      },
      take: async (visit, posted) => {
        const onward = onwardOf(posted);
        if (textOf(posted, 'other') !== '') return addressPage(visit, { onward });
        const address = readAddress(textOf(posted, 'email'));
        if (textOf(posted, 'trial') !== '' && !visit.cookies.areKept(visit.request)) {
          return addressLost(visit, {
            address,
            onward,
            said: visit.texts.signIn.noCookies,
          });
        }
        await visit.api.auth.sendCode({ email: address });
        visit.cookies.address.write(visit.reply, address);
        if (onward === undefined) return { to: '/sign-in/code' };
        return codePage(visit, { address, code: '', onward });
      },
      show: (visit, posted = {}, failure) =>
        addressPage(visit, {
          address: textOf(posted, 'email'),
          failure,
          onward: onwardOf(posted),
        }),
    },

    '/sign-in/code': {
      fields: ['code'],
      isKept: true,
      read: (visit) => {
        const address = visit.cookies.address.read(visit.request);
        if (address !== undefined) return codePage(visit, { address, code: '' });
        // Signed in already: in another tab, or before the Back button.
        return visit.token === undefined ? addressLost(visit) : { to: '/me' };
      },
      take: async (visit, posted) => {
        const onward = onwardOf(posted);
        const { kept } = onward ?? {};
        const member = kept && (await memberOf(visit));
        // The browser sent the form again after it had worked.
        if (member !== undefined && member === (kept?.['member'] ?? member)) {
          return goOn(visit, member, onward);
        }
        const [email, otp] = [textOf(posted, 'address'), textOf(posted, 'code')];
        if (email === '') return addressLost(visit, { onward: onwardOf(posted) });
        if (!visit.cookies.areKept(visit.request)) return codeUntried(visit, posted);
        const { data } = await presses.answer([email, otp, textOf(posted, 'page')], () =>
          visit.api.auth.verifyCode({ email, otp }),
        );
        if (visit.token !== data.token) await endSession(visit);
        const signedIn = await keepSession(visit, data.user.id, data.token);
        return goOn(signedIn, data.user.id, onward);
      },
      show: (visit, posted = {}, failure) => {
        const carried = textOf(posted, 'address');
        const address = carried || visit.cookies.address.read(visit.request);
        const onward = onwardOf(posted);
        if (address === undefined) return addressPage(visit, { failure, onward });
        if (failure?.reason === 'ACCOUNT_SUSPENDED') {
          const { ticket = '' } = failure;
          return suspendedPage(visit, {
            address,
            ticket,
            text: '',
            told: failure.suspension,
          });
        }
        return codePage(visit, {
          address,
          code: textOf(posted, 'code'),
          failure,
          onward,
        });
      },
    },
  };
}
