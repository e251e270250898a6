/** `npm run screenshots`: the README's pictures, taken of the service as `npm start -- --demo` runs it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const admin = 'admin@example.com';

/** Asks until there is an answer that will do; the service needs some seconds to start. */
async function untilAnswered<Value>(ask: () => Promise<Value | undefined>): Promise<Value> {
  for (let tries = 0; tries < 300; tries += 1) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) {
      return answer;
    }
    await sleep(200);
  }
  throw new Error('The service did not answer within a minute.');
}

async function mailedCode(origin: string): Promise<string | undefined> {
  const mails = await (await fetch(`${origin}/dev/mailbox.json`)).text();
  return /"subject":"(\d{6})/.exec(mails)?.[1];
}

async function takePictures(page: Page, origin: string): Promise<void> {
  const picture = (name: string) =>
    page.screenshot({ path: join(repository, 'docs/images', `${name}.png`) });
  await page.goto(`${origin}/admin/profiles`);
  await page.getByLabel('Email address').fill(admin);
  await page.keyboard.press('Enter');
  const code = page.getByLabel('Code', { exact: true });
  await code.waitFor();
  await code.fill(await untilAnswered(() => mailedCode(origin)));
  await page.keyboard.press('Enter');
  const profiles = page.getByRole('grid').locator('a[href^="/admin/profiles/"]');
  await profiles.nth(3).waitFor();
  await picture('profiles');
  await profiles.nth(3).click();
  // The map comes last.
  await page.locator('main svg[role="img"]').waitFor();
  await picture('profile');
}

const port = 20_000 + Math.floor(Math.random() * 40_000);
const origin = `http://127.0.0.1:${port}`;
const dataDirectory = await mkdtemp(join(tmpdir(), 'namecard-screenshots-'));
const service = spawn(process.execPath, ['apps/api/src/main.ts', '--demo'], {
  cwd: repository,
  env: { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: dataDirectory },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  await untilAnswered(async () => ((await fetch(`${origin}/readyz`)).ok ? true : undefined));
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  await takePictures(page, origin);
} finally {
  await browser.close();
  service.kill('SIGTERM');
  await once(service, 'close');
  await rm(dataDirectory, { recursive: true, force: true });
}
