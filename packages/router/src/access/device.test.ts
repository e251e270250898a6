import { describe, expect, it } from 'vitest';
import { browsers, deviceOf, knownName, systems } from './device.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('deviceOf', () => {
  it.each([
    [
      `(Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`,
      'Chrome',
      'Windows',
    ],
    [
      `(Windows NT 10.0) ${webkit} Chrome/142.0 Safari/537.36 Edg/142.0`,
      'Edge',
      'Windows',
    ],
    [
      `(X11; Linux x86_64) ${webkit} Chrome/142.0 Safari/537.36 OPR/124.0`,
      'Opera',
      'Linux',
    ],
    [
      `(Linux; Android 15) ${webkit} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
      'Samsung Internet',
      'Android',
    ],
    [
      `(X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/142.0 Safari/537.36`,
      'Chrome',
      'ChromeOS',
    ],
    [
      '(X11; Ubuntu; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      'Firefox',
      'Linux',
    ],
    ['(Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', 'Firefox', 'Android'],
    [
      '(Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'Safari',
      'macOS',
    ],
    [
      '(iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari',
      'iOS',
    ],
    [
      '(iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
      'Chrome',
      'iPadOS',
    ],
    [
      '(iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/145.0 Mobile/15E148 Safari/605.1.15',
      'Firefox',
      'iOS',
    ],
  ])('reads Mozilla/5.0 %s', (userAgent, browser, system) => {
    expect(deviceOf(`Mozilla/5.0 ${userAgent}`)).toStrictEqual({ browser, system });
  });

  it.each([
    undefined,
    '',
    'curl/8.5.0',
    'node',
    '<b>Chrome</b> of your bank',
    'x'.repeat(100_000),
  ])('names no unknown browser or system (%#)', (userAgent) => {
    const unknown = { browser: 'an unknown browser', system: 'an unknown system' };
    expect(deviceOf(userAgent)).toStrictEqual(unknown);
    expect(Object.values(unknown).map(knownName)).toEqual([undefined, undefined]);
    expect(['Firefox', 'Linux'].map(knownName)).toEqual(['Firefox', 'Linux']);
  });

  it('answers only from the fixed lists', () => {
    const { browser, system } = deviceOf('Firefox/1 <script>alert(1)</script> Windows');
    expect(browsers).toContain(browser);
    expect(systems).toContain(system);
  });
});
