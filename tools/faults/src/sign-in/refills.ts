import { sendCode } from '../harness/ask.ts';
import { readCodes, wrongCodes, type MailedCodes } from '../harness/codes.ts';
import { countBy, exactly, none, type Figure } from '../harness/figures.ts';
import { freshEmail } from '../harness/people.ts';
import { byTurns, type Service } from '../harness/service.ts';
import { allowedGuesses, guessAll, statusesOf, type Fixture } from './guesses.ts';

type Round = { compared: number; refused: number; owner: 'short' | 'long' | 'refused' };

/** Signs the owner in by the short code if it is accepted, else by the long one. */
async function signOwnerIn(
  service: Service,
  email: string,
  { short, long }: MailedCodes,
): Promise<Round['owner']> {
  for (const [kind, code] of [['short', short] as const, ['long', long] as const]) {
    const answers = await guessAll(service, email, code === undefined ? [] : [code]);
    if (answers[0]?.status === 200) {
      return kind;
    }
  }
  return 'refused';
}

/** Asks again, guesses, and then lets the owner sign in. */
async function playRound(
  { service, look }: Fixture,
  email: string,
  { round, guesses }: { round: number; guesses: number },
): Promise<Round> {
  const before = await look.compared();
  await sendCode(byTurns(service.origins, round), email);
  const codes = readCodes(await service.inbox.next(email, round));
  const guessed = await guessAll(service, email, wrongCodes(guesses, codes.short));
  const compared = (await look.compared()) - before;
  const owner = await signOwnerIn(service, email, codes);
  return { compared, refused: statusesOf(guessed)[401] ?? 0, owner };
}

/** Whether asking again, or the owner's success by either code, gives a guesser more guesses. */
export async function guessAgainAndAgain(
  fixture: Fixture,
  { rounds, guesses }: { rounds: number; guesses: number },
): Promise<Figure[]> {
  const email = freshEmail('refilled');
  const played: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    played.push(await playRound(fixture, email, { round, guesses }));
  }
  const sum = (of: 'compared' | 'refused') =>
    played.reduce((total, round) => total + round[of], 0);
  const owner = countBy(played.map((round) => round.owner));
  const times = `${rounds} times "ask again, guess ${guesses} times"`;
  return [
    exactly(`${times}, compared`, sum('compared'), allowedGuesses),
    exactly(`${times}, refused`, sum('refused'), rounds * guesses),
    none(`${times}, owners refused`, owner['refused'] ?? 0),
    { name: `${times}, owners by the short code`, value: owner['short'] ?? 0 },
  ];
}
