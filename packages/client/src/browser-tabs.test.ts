import { execFile } from 'node:child_process';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserTabs } from './browser-tabs.ts';
import { openSession } from './session.ts';
import { memoryStorage } from './token-storage.ts';

/** Each test has a browser of its own. */
let browsers = 0;
const openBrowser = () => {
  browsers += 1;
  const name = `browser ${browsers}`;
  return {
    name,
    /** A tab. With a token it is a reloaded one. */
    openTab: (token?: string) => {
      const storage = memoryStorage();
      if (token !== undefined) {
        storage.setItem('namecard.token', token);
      }
      const session = openSession({
        storage: () => storage,
        tabs: browserTabs(name),
      });
      // A page reads the state at once.
      session.get();
      return session;
    },
  };
};

describe('the tabs of a browser', () => {
  beforeAll(() => void vi.stubGlobal('window', globalThis));
  afterAll(() => void vi.unstubAllGlobals());

  it('give the token to a new one', async () => {
    const { openTab } = openBrowser();
    openTab('nc_1');
    const tab = openTab();
    expect(tab.get()).toEqual({ status: 'opening', person: 0 });
    expect(await tab.token()).toBe('nc_1');
    expect(tab.get()).toEqual({ status: 'signed in', person: 0 });
  });

  it('wait only a moment if nobody is signed in', async () => {
    const { openTab } = openBrowser();
    const [tab, other] = [openTab(), openTab()];
    expect([await tab.token(), await other.token()]).toEqual([null, null]);
    expect(tab.get().status).toBe('signed out');
  });

  it('take one answer, to their own question', async () => {
    const { name, openTab } = openBrowser();
    const stranger = new BroadcastChannel(name);
    const asked = new Promise<Event>((resolve) => {
      stranger.addEventListener('message', resolve, { once: true });
    });
    const tab = openTab();
    const question: unknown = Reflect.get(Reflect.get(await asked, 'data'), 'ask');
    stranger.postMessage({ answer: 'another', token: 'nc_of-another-question' });
    stranger.postMessage({ answer: question, token: 'nc_first' });
    stranger.postMessage({ answer: question, token: 'nc_second' });
    expect(await tab.token()).toBe('nc_first');
    await setImmediate();
    expect(await tab.token()).toBe('nc_first');
  });

  it('are all signed out when one of them signs out, and not otherwise', async () => {
    const { openTab } = openBrowser();
    const first = openTab('nc_1');
    const second = openTab();
    const third = openTab();
    await Promise.all([second.token(), third.token()]);
    await third.end();
    expect([first, second, third].map((tab) => tab.get().status)).toEqual([
      'signed in',
      'signed in',
      'signed out',
    ]);

    const heard = new Promise<unknown>((resolve) => first.subscribe(resolve));
    await second.endEverywhere('nc_1');
    expect(await heard).toEqual({ status: 'signed in', person: 0 });
    expect(await first.token()).toBeNull();
    expect(first.get()).toEqual({ status: 'signed out', person: 1 });
    expect(await openTab().token()).toBeNull();
  });
});

describe('on a server', () => {
  it('no client gives another one its token', async () => {
    const { openTab } = openBrowser();
    openTab('nc_1');
    expect(await openTab().token()).toBeNull();
  });

  it('a client does not keep the process from ending', async () => {
    const program = `
      const { browserTabs } = await import(${JSON.stringify(new URL('browser-tabs.ts', import.meta.url))});
      const tabs = browserTabs();
      tabs.listen({ token: () => 'nc_1', onSignOut: () => {} });
      console.log(await tabs.ask());
    `;
    const args = ['--input-type=module', '--eval', program];
    const ran = await promisify(execFile)(process.execPath, args, { timeout: 20_000 });
    expect(ran.stdout).toBe('undefined\n');
  });
});
