import { NamecardError } from '@namecard/client';
import { prepareMyCard, showMyCard } from './my-card.ts';
import { explain, namecard, sessionEnds } from './namecard.ts';
import { find, showOnly } from './page.ts';
import { forgetPeople, preparePeople, showPeople } from './people.ts';
import { askForEmail, prepareSignIn } from './sign-in.ts';

const signIn = find('sign-in', HTMLElement);
const cards = find('cards', HTMLElement);
const account = find('account', HTMLElement);

function showSignIn(why?: string): void {
  account.hidden = true;
  forgetPeople();
  showOnly(signIn, cards);
  askForEmail(why);
}

/** Everything on the page, in one request: calls that are made at the same time go together. */
async function showCards(): Promise<void> {
  const [me] = await Promise.all([namecard.api.users.me.query(), showMyCard(), showPeople()]);
  find('account-email', HTMLElement).textContent = me.data.user.email;
  account.hidden = false;
  showOnly(cards, signIn);
}

/** Back to the sign-in, saying why; that the session is over was said when it ended. */
function giveUp(error: unknown): void {
  if (!(error instanceof NamecardError)) {
    throw error;
  }
  if (error.reason !== 'TOKEN_INVALID') {
    showSignIn(explain(error));
  }
}

async function leave(): Promise<void> {
  try {
    await namecard.signOut();
    showSignIn('You are signed out.');
  } catch (error) {
    giveUp(error);
  }
}

async function start(): Promise<void> {
  try {
    await ((await namecard.isSignedIn()) ? showCards() : showSignIn());
  } catch (error) {
    giveUp(error);
  }
}

prepareSignIn(showCards);
prepareMyCard(showPeople);
preparePeople();
find('sign-out', HTMLButtonElement).addEventListener('click', () => void leave());
sessionEnds.addEventListener('end', () => showSignIn('Your session is over. Sign in again.'));
await start();
