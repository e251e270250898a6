import { sendCode } from './stage/ask.ts';
import { readCodes, wrongCodes } from './stage/codes.ts';
import { tell, type Report } from './stage/findings.ts';
import { allowedGuesses, countStatuses, guessAll } from './guesses.ts';
import { freshEmail } from './stage/people.ts';
import { byTurns, type Stage } from './stage/stage.ts';

type Round = { compared: number; statuses: Record<number, number>; owner: number | undefined };

/** Asks again, guesses, and then lets the owner sign in with the codes of that mail: the short one if it is there and works. */
async function playRound(
  stage: Stage,
  email: string,
  { round, guesses }: { round: number; guesses: number },
): Promise<Round> {
  const before = await stage.database.compared();
  await sendCode(byTurns(stage.origins, round), email);
  const { short, long } = readCodes(await stage.inbox.next(email, round));
  const statuses = countStatuses(await guessAll(stage, email, wrongCodes(guesses, short)));
  const compared = (await stage.database.compared()) - before;
  const [owner] = await guessAll(stage, email, [long]);
  return { compared, statuses, owner: owner?.status };
}

/** Whether asking again, or the owner's success, gives a guesser more guesses. */
export async function guessAgainAndAgain(
  stage: Stage,
  { rounds, guesses }: { rounds: number; guesses: number },
): Promise<Report> {
  const email = freshEmail('refilled');
  const played: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    played.push(await playRound(stage, email, { round, guesses }));
  }
  const compared = played.map((round) => round.compared);
  const total = compared.reduce((sum, count) => sum + count, 0);
  const refused = played.reduce((sum, { statuses }) => sum + (statuses[401] ?? 0), 0);
  return [
    {
      promise: `${rounds} rounds of "ask again, guess ${guesses} times" with a success of the owner after each compare five wrong short codes in all`,
      kept: total === allowedGuesses && refused === rounds * guesses,
      figures: `compared ${total} (by round ${compared.join(' ')}) of ${rounds * guesses} guesses, each from another IP address`,
    },
    {
      promise: 'the owner signs in after every round',
      kept: played.every(({ owner }) => owner === 200),
      figures: tell(played.map(({ owner }) => owner)),
    },
  ];
}
