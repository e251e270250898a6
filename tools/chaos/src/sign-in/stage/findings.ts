/** A promise, whether a run found it kept, and what was seen. */
export type Finding = { promise: string; kept: boolean; figures: string };

/** What is worth knowing and nothing is judged by, such as times: a machine that is busy must not fail a run. */
export type Figure = { figures: string };

/** What a run gives: promises that were judged, figures that were not. */
export type Report = (Finding | Figure)[];

const isFinding = (line: Finding | Figure): line is Finding => 'promise' in line;

/** The promises that a run found broken. Fails where it judged none: that is no proof of anything. */
export function broken(report: Report): Finding[] {
  const judged = report.filter(isFinding);
  if (judged.length === 0) {
    throw new Error('No promise was judged');
  }
  return judged.filter(({ kept }) => !kept);
}

function lineOf(line: Finding | Figure): string {
  return isFinding(line)
    ? `${line.kept ? 'kept   ' : 'BROKEN '} ${line.promise}\n          ${line.figures}`
    : `          ${line.figures}`;
}

/** Says what was found, and lets the process end with 1 if a promise was broken. */
export function conclude(report: Report): void {
  const failures = broken(report).length;
  console.log(`\n${report.map(lineOf).join('\n')}\n`);
  console.log(failures === 0 ? 'Every promise was kept' : `${failures} promises were broken`);
  process.exitCode = failures === 0 ? 0 : 1;
}

/** A value in a line of figures: `{sent: 3, queued: 1}`. */
export const tell = (value: unknown) =>
  JSON.stringify(value).replaceAll('"', '').replaceAll(/[:,]/g, '$& ');
