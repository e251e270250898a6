import { sendCode, verifyCode, type Answer } from '../harness/ask.ts';
import { readCodes, shortCode, wrongCodes } from '../harness/codes.ts';
import { countBy, exactly, holds, type Figure } from '../harness/figures.ts';
import type { Mail } from '../harness/inbox.ts';
import type { Look } from '../harness/look.ts';
import { freshEmail } from '../harness/people.ts';
import { byTurns, type Service } from '../harness/service.ts';

/** Two instances on one database, and a look into it. */
export type Fixture = { service: Service; look: Look };

/** The default limit. */
export const allowedGuesses = 5;

const longButWrong = '0123-4567-89ABC';

/** Guesses with every code at once, at the instances by turns, each from an IP address of its own. */
export const guessAll = async (
  { origins }: Service,
  email: string,
  codes: string[],
): Promise<Answer[]> =>
  Promise.all(
    codes.map(async (code, index) => verifyCode(byTurns(origins, index), email, code)),
  );

export const statusesOf = (answers: readonly Answer[]) =>
  countBy(answers.map(({ status }) => status));

async function firstMail({ origin, inbox }: Service, email: string): Promise<Mail> {
  await sendCode(origin, email);
  return inbox.next(email);
}

const rightCodes = {
  short: (mail: Mail) => [shortCode(mail)],
  long: (mail: Mail) => [readCodes(mail).long],
  mixed: (mail: Mail) => [shortCode(mail), readCodes(mail).long],
};

/** So many verifies at once, all with a right code. */
export async function raceRightCodes(
  { service, look }: Fixture,
  kind: keyof typeof rightCodes,
  racers: number,
): Promise<Figure[]> {
  const email = freshEmail(`race-${kind}`);
  const right = rightCodes[kind](await firstMail(service, email));
  // Both instances get both kinds.
  const codes = Array.from({ length: racers }, (_, index) =>
    byTurns(right, Math.floor(index / 2)),
  );
  const answers = await guessAll(service, email, codes);
  const refusals = answers.filter(({ status }) => status === 401);
  const left = await look.signIns(email);
  const of = `of ${racers} right ones at once (${kind})`;
  return [
    exactly(`${of}, signed in`, statusesOf(answers)[200] ?? 0, 1),
    exactly(`${of}, refused`, refusals.length, racers - 1),
    exactly(
      `${of}, different refusals`,
      new Set(refusals.map(({ text }) => text)).size,
      1,
    ),
    exactly(`${of}, users`, left.users, 1),
    exactly(`${of}, sessions`, left.sessions, 1),
    exactly(`${of}, challenges left`, left.challenges, 0),
    exactly(`${of}, guesses that stand`, await look.standing(email), 0),
  ];
}

/** So many verifies at once, all with different wrong short codes, and then the right ones. */
export async function raceWrongCodes(
  { service, look }: Fixture,
  racers: number,
): Promise<Figure[]> {
  const email = freshEmail('wrong');
  const mail = await firstMail(service, email);
  const right = shortCode(mail);
  const before = await look.compared();
  const answers = await guessAll(service, email, wrongCodes(racers, right));
  const compared = (await look.compared()) - before;
  const standing = await look.standing(email);
  const [short] = await guessAll(service, email, [right]);
  const [long] = await guessAll(service, email, [readCodes(mail).long]);
  const of = `of ${racers} wrong short codes at once`;
  return [
    exactly(`${of}, compared`, compared, allowedGuesses),
    exactly(`${of}, standing`, standing, allowedGuesses),
    exactly(`${of}, refused`, statusesOf(answers)[401] ?? 0, racers),
    exactly('the right short code after them', short?.status ?? 0, 401),
    exactly('the long code of the same mail', long?.status ?? 0, 200),
  ];
}

/** How often the stranger asks: more than any number of mails that an address gets. */
const strangersAsks = 20;

/** Wrong guesses without end, long ones among them, and a stranger who asks for mail until there is no more. */
export async function outlastStranger(
  { service, look }: Fixture,
  further: number,
): Promise<Figure[]> {
  const email = freshEmail('besieged');
  const mail = await firstMail(service, email);
  const { long } = readCodes(mail);
  const wrong = wrongCodes(further, shortCode(mail)).map((code, index) =>
    index % 4 === 3 ? longButWrong : code,
  );
  const answers: Answer[] = [];
  for (let from = 0; from < further; from += 50) {
    answers.push(...(await guessAll(service, email, wrong.slice(from, from + 50))));
  }
  for (let index = 0; index < strangersAsks; index += 1) {
    await sendCode(byTurns(service.origins, index), email);
  }
  await service.inbox.next(email, 2);
  const codes = service.inbox.to(email).map(readCodes);
  const standing = await look.standing(email);
  const [owner] = await guessAll(service, email, [long]);
  const later = codes.slice(1).filter(({ short }) => short !== undefined);
  return [
    exactly(
      `of ${further} further wrong guesses, refused`,
      statusesOf(answers)[401] ?? 0,
      further,
    ),
    exactly(`mails of ${strangersAsks + 1} asked for`, codes.length, 3),
    exactly('long codes in them', new Set(codes.map((code) => code.long)).size, 1),
    exactly('later mails with a short code', later.length, 0),
    exactly('guesses that stand', standing, allowedGuesses),
    holds('the owner signs in by the long code', owner?.status === 200),
  ];
}
