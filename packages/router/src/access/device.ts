/** Mails and the history name browsers only by this list, never by a request's text. */
export const browsers = [
  'Chrome',
  'Edge',
  'Firefox',
  'Opera',
  'Safari',
  'Samsung Internet',
  'an unknown browser',
] as const;

/** The same for operating systems. */
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

/** Returns undefined for an unknown browser or system. */
export const knownName = (name: string): string | undefined =>
  name === 'an unknown browser' || name === 'an unknown system' ? undefined : name;

type Browser = (typeof browsers)[number];
type System = (typeof systems)[number];

// The order matters: most browsers also send the names of other browsers.
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

/** The browser and the system that a request claims to come from. */
export type Device = { browser: Browser; system: System };

/** Helps people recognise their requests. Decides nothing: senders may lie. */
export function deviceOf(userAgent: string | undefined): Device {
  const claim = (userAgent ?? '').slice(0, longestUserAgent);
  return {
    browser: browserMarks.find(([mark]) => mark.test(claim))?.[1] ?? 'an unknown browser',
    system: systemMarks.find(([mark]) => mark.test(claim))?.[1] ?? 'an unknown system',
  };
}
