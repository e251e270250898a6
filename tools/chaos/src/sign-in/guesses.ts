import { sendCode, verifyCode, type Answer } from './fixture/ask.ts';
import { readCodes, shortCode, wrongCodes } from './fixture/codes.ts';
import { format, type Report } from './fixture/findings.ts';
import type { Mail } from './fixture/inbox.ts';
import { freshEmail } from './fixture/people.ts';
import { byTurns, type Fixture } from './fixture/fixture.ts';

/** The five that are allowed unless a setting says otherwise. */
export const allowedGuesses = 5;

const longButWrong = '0123-4567-89ABC';

/** Guesses with every code at once, at either instance by turns, each from an IP address of its own. */
export const guessAll = async (
  { origins }: Fixture,
  email: string,
  codes: string[],
): Promise<Answer[]> =>
  Promise.all(
    codes.map(async (code, index) => verifyCode(byTurns(origins, index), email, code)),
  );

/** How often each status came: `{ 200: 1, 401: 49 }`. */
export function countStatuses(answers: Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) {
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

async function firstMail({ origins, inbox }: Fixture, email: string): Promise<Mail> {
  await sendCode(origins[0], email);
  return inbox.next(email);
}

const rightCodes = {
  short: (mail: Mail) => [shortCode(mail)],
  long: (mail: Mail) => [readCodes(mail).long],
  mixed: (mail: Mail) => [shortCode(mail), readCodes(mail).long],
};

/** So many verifies at once, all with a right code. */
export async function raceRightCodes(
  fixture: Fixture,
  kind: keyof typeof rightCodes,
  racers: number,
): Promise<Report> {
  const email = freshEmail(`race-${kind}`);
  const right = rightCodes[kind](await firstMail(fixture, email));
  const codes = Array.from(
    { length: racers },
    // Both instances get both kinds.
    (_, index) => right[(index >> 1) % right.length] ?? '',
  );
  const answers = await guessAll(fixture, email, codes);
  const statuses = countStatuses(answers);
  const refusals = new Set(
    answers.filter(({ status }) => status === 401).map(({ text }) => text),
  );
  const left = await fixture.database.signIns(email);
  const standing = await fixture.database.standing(email);
  const isOne =
    left.users === 1 && left.sessions === 1 && left.challenges === 0 && standing === 0;
  return [
    {
      promise: `of ${racers} parallel right verifies (${kind}) one succeeds, one user and one session are made, no guess stands`,
      kept:
        statuses[200] === 1 &&
        statuses[401] === racers - 1 &&
        refusals.size === 1 &&
        isOne,
      figures: `statuses ${format(statuses)}, bodies of 401 ${refusals.size}, ${format(left)}, guesses standing ${standing}`,
    },
  ];
}

/** So many verifies at once, all with different wrong short codes, and then the right ones. */
export async function raceWrongCodes(fixture: Fixture, racers: number): Promise<Report> {
  const email = freshEmail('wrong');
  const mail = await firstMail(fixture, email);
  const right = shortCode(mail);
  const before = await fixture.database.compared();
  const statuses = countStatuses(
    await guessAll(fixture, email, wrongCodes(racers, right)),
  );
  const compared = (await fixture.database.compared()) - before;
  const standing = await fixture.database.standing(email);
  const [short] = await guessAll(fixture, email, [right]);
  const [long] = await guessAll(fixture, email, [readCodes(mail).long]);
  return [
    {
      promise: `of ${racers} parallel different wrong short codes exactly five are compared`,
      kept:
        compared === allowedGuesses &&
        standing === allowedGuesses &&
        statuses[401] === racers,
      figures: `compared ${compared}, standing ${standing}, statuses ${format(statuses)}`,
    },
    {
      promise:
        'after five wrong ones the right short code is refused and the long one of the same mail works',
      kept: short?.status === 401 && long?.status === 200,
      figures: `short ${short?.status}, long ${long?.status}`,
    },
  ];
}

/** How often the stranger asks: more than any number of mails that an address gets. */
const strangersAsks = 20;

/** Wrong guesses without end, long ones among them, and a stranger who asks for mail until there is no more. */
export async function outlastStranger(
  fixture: Fixture,
  further: number,
): Promise<Report> {
  const email = freshEmail('besieged');
  const mail = await firstMail(fixture, email);
  const { long } = readCodes(mail);
  const wrong = wrongCodes(further, shortCode(mail)).map((code, index) =>
    index % 4 === 3 ? longButWrong : code,
  );
  const statuses: Record<number, number>[] = [];
  for (let from = 0; from < further; from += 50) {
    statuses.push(
      countStatuses(await guessAll(fixture, email, wrong.slice(from, from + 50))),
    );
  }
  for (let index = 0; index < strangersAsks; index += 1) {
    await sendCode(byTurns(fixture.origins, index), email);
  }
  const all401 = statuses.every((counts) => Object.keys(counts).join() === '401');
  return [
    ...(await mailsOf(fixture, email, long)),
    ...(await signInAfter(fixture, email, long, all401, further)),
  ];
}

async function mailsOf({ inbox }: Fixture, email: string, long: string): Promise<Report> {
  await inbox.next(email, 2);
  const codes = inbox.to(email).map(readCodes);
  const withShort = codes.slice(1).filter(({ short }) => short !== undefined).length;
  return [
    {
      promise:
        'a stranger who asks for mail gets three, with the same long code; those after five wrong guesses leave the short one out',
      kept:
        codes.length === 3 &&
        codes.every((code) => code.long === long) &&
        withShort === 0,
      figures: `asked ${strangersAsks + 1} times, mails ${codes.length}, different long codes ${new Set(codes.map((code) => code.long)).size}, later mails with a short code ${withShort}`,
    },
  ];
}

async function signInAfter(
  fixture: Fixture,
  email: string,
  long: string,
  all401: boolean,
  further: number,
): Promise<Report> {
  const standing = await fixture.database.standing(email);
  const [owner] = await guessAll(fixture, email, [long]);
  return [
    {
      promise: `after ${further} further wrong guesses and with every mail used up, the owner’s long code works`,
      kept: all401 && standing === allowedGuesses && owner?.status === 200,
      figures: `every guess 401: ${all401}, standing ${standing}, long ${owner?.status}`,
    },
  ];
}
