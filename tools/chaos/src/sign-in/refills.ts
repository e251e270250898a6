import { allowedGuesses, countStatuses, guessAll } from './guesses.ts';
import { sendCode } from './fixture/ask.ts';
import { readCodes, wrongCodes, type MailedCodes } from './fixture/codes.ts';
import { format, type Report } from './fixture/findings.ts';
import { freshEmail } from './fixture/people.ts';
import { byTurns, type Fixture } from './fixture/fixture.ts';

type Round = { compared: number; refused: number; owner: 'short' | 'long' | 'refused' };

/** Signs the owner in by the short code of the mail where there is one and it is taken, else by the long one. */
async function signOwnerIn(
  fixture: Fixture,
  email: string,
  { short, long }: MailedCodes,
): Promise<Round['owner']> {
  for (const [kind, code] of [['short', short] as const, ['long', long] as const]) {
    const answers = await guessAll(fixture, email, code === undefined ? [] : [code]);
    if (answers[0]?.status === 200) {
      return kind;
    }
  }
  return 'refused';
}

/** Asks again, guesses, and then lets the owner sign in. */
async function playRound(
  fixture: Fixture,
  email: string,
  { round, guesses }: { round: number; guesses: number },
): Promise<Round> {
  const before = await fixture.database.compared();
  await sendCode(byTurns(fixture.origins, round), email);
  const codes = readCodes(await fixture.inbox.next(email, round));
  const guessed = await guessAll(fixture, email, wrongCodes(guesses, codes.short));
  const compared = (await fixture.database.compared()) - before;
  const owner = await signOwnerIn(fixture, email, codes);
  return { compared, refused: countStatuses(guessed)[401] ?? 0, owner };
}

/** Whether asking again, or the owner's success by either code, gives a guesser more guesses. */
export async function guessAgainAndAgain(
  fixture: Fixture,
  { rounds, guesses }: { rounds: number; guesses: number },
): Promise<Report> {
  const email = freshEmail('refilled');
  const played: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    played.push(await playRound(fixture, email, { round, guesses }));
  }
  const total = played.reduce((sum, { compared }) => sum + compared, 0);
  const owner = Object.groupBy(played, (round) => round.owner);
  return [
    {
      promise: `${rounds} rounds of "ask again, guess ${guesses} times", with a success of the owner after each, compare five wrong short codes in all`,
      kept:
        total === allowedGuesses && played.every(({ refused }) => refused === guesses),
      figures: `compared ${total} of ${rounds * guesses} (by round ${format(played.map(({ compared }) => compared))}), each from another IP address`,
    },
    {
      promise: 'the owner signs in after every round',
      kept: owner.refused === undefined,
      figures: `by the short code ${owner.short?.length ?? 0}, by the long one ${owner.long?.length ?? 0}, refused ${owner.refused?.length ?? 0}`,
    },
  ];
}
