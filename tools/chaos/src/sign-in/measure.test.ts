import { describe, expect, it } from 'vitest';
import { outlastStranger, raceRightCodes, raceWrongCodes } from './guesses.ts';
import { compareAnswers } from './likeness.ts';
import { guessAgainAndAgain } from './refills.ts';
import { broken } from './fixture/findings.ts';
import { useFixture } from './fixture/use-fixture.ts';

describe('two instances on one PostgreSQL', () => {
  const fixture = useFixture();

  it.each(['short', 'long', 'mixed'] as const)(
    'let one of 50 parallel right verifies succeed (%s)',
    async (kind) => expect(broken(await raceRightCodes(fixture(), kind, 50))).toEqual([]),
  );

  it('compare five of 50 parallel wrong short codes, then take the long one alone', async () => {
    expect(broken(await raceWrongCodes(fixture(), 50))).toEqual([]);
  });

  it('take the long code after wrong guesses without end and with every mail used up', async () => {
    expect(broken(await outlastStranger(fixture(), 100))).toEqual([]);
  });

  it.each([10, 1])(
    'compare five wrong short codes in all, however often mail is asked for and the owner signs in (%i at a time)',
    async (guesses) => {
      expect(
        broken(await guessAgainAndAgain(fixture(), { rounds: 12, guesses })),
      ).toEqual([]);
    },
  );

  it('answer known, unknown, suspended and suppressed addresses alike', async () => {
    expect(broken(await compareAnswers(fixture(), { asks: 10, guesses: 10 }))).toEqual(
      [],
    );
  });
});
