import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { openList, timeFirstRows, timeScroll, timeSearch } from './page.ts';
import { startSeeded } from './service.ts';

const { values } = parseArgs({
  options: {
    profiles: { type: 'string', default: '100000' },
    rows: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
  },
});

/** What the times are to stay below, in milliseconds. */
const aims = { firstRows: 1_000, search: 300, task: 100 } as const;

/** Texts that few profiles hold, many, and all. */
const texts = [
  'sourdough',
  'nobody asked',
  'kyoto',
  'person99999',
  'example.com',
  'ma',
] as const;

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

const whole = (milliseconds: number) => milliseconds.toFixed(0).padStart(6);

function say(what: string, milliseconds: number, aim: number, more = ''): void {
  const verdict = milliseconds < aim ? 'within' : 'OVER  ';
  console.log(`${verdict} ${whole(milliseconds)} ms of ${aim}   ${what}${more}`);
}

/** How fast the admin app is with many profiles, in Chromium against the real service; times are reported, not checked. */
async function measure(): Promise<void> {
  const service = await startSeeded(Number(values.profiles));
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    console.log(`${values.profiles} profiles, load ${loadavg()[0]?.toFixed(1)}\n`);
    for (let round = 1; round <= Number(values.rounds); round += 1) {
      say(
        `first rows, round ${round}`,
        await timeFirstRows(browser, service),
        aims.firstRows,
      );
    }
    const page = await openList(browser, service);
    for (const text of texts) {
      const { shown, answered } = await timeSearch(page, text);
      say(
        `search for “${text}” answered`,
        answered,
        aims.search,
        `, shown after ${whole(shown).trim()} ms`,
      );
    }
    await page.context().close();
    const scrolled = await openList(browser, service);
    const { rows, seconds, longTasks, drawn } = await timeScroll(
      scrolled,
      Number(values.rows),
    );
    const longest = Math.max(0, ...longTasks);
    say(
      'longest task while scrolling',
      longest,
      aims.task,
      `, ${longTasks.length} over 50 ms`,
    );
    console.log(
      `\n${rows} rows scrolled in ${seconds.toFixed(1)} s, ${drawn} drawn at most`,
    );
  } finally {
    await browser.close();
    await service.stop();
  }
}

if (!existsSync(executablePath)) {
  console.error(`There is no Chromium at ${executablePath}. Set CHROMIUM_PATH.`);
  process.exit(1);
}
await measure();
