import { expect, it } from 'vitest';
import { textsIn } from './texts-in.ts';

const languages = ['en', 'de', 'fr', 'es'] as const;
const at = '2027-02-01T00:00:00Z';

it('what reporters and people who appeal must learn is said in each language, and differs', () => {
  const lines = languages.flatMap((language) => {
    const { report, account, appeal, suspended } = textsIn(language);
    return [
      report.text,
      report.faith,
      report.emailHint,
      report.sentTitle,
      report.sent,
      appeal.asked(at),
      appeal.waiting,
      appeal.turnedDown(at),
      ...Object.values(account.reportStates),
      ...Object.values(suspended),
    ];
  });
  for (const line of lines) expect(line).toMatch(/\p{L} \p{L}.*[\p{L}.:]$/su);
  expect(new Set(lines).size).toBe(lines.length);
});
