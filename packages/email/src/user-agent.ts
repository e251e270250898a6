/** Every browser a mail may name. No text of a request ever reaches a mail. */
export const browsers = [
  'Chrome',
  'Edge',
  'Firefox',
  'Opera',
  'Safari',
  'Samsung Internet',
  'an unknown browser',
] as const;

/** Every system a mail may name. */
export const systems = [
  'Android',
  'ChromeOS',
  'iOS',
  'iPadOS',
  'Linux',
  'macOS',
  'Windows',
  'an unknown system',
] as const;

export type Browser = (typeof browsers)[number];
export type System = (typeof systems)[number];

// The order matters: most browsers also carry the names of those they want to be taken for.
const browserMarks: readonly (readonly [RegExp, Browser])[] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//, 'Safari'],
];

const systemMarks: readonly (readonly [RegExp, System])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\biPad\b/, 'iPadOS'],
  [/\b(?:iPhone|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const longestUserAgent = 512;

/**
 * Names browser and system from the fixed lists above, to help the reader of a mail recognise a
 * request of their own. A `User-Agent` is whatever its sender claims: nothing may be decided by it.
 */
export function describeUserAgent(userAgent: string | undefined): {
  browser: Browser;
  system: System;
} {
  const claim = (userAgent ?? '').slice(0, longestUserAgent);
  return {
    browser: browserMarks.find(([mark]) => mark.test(claim))?.[1] ?? 'an unknown browser',
    system: systemMarks.find(([mark]) => mark.test(claim))?.[1] ?? 'an unknown system',
  };
}
