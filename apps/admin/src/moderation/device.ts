/** "Firefox on Linux", as far as the service could tell; undefined where it could not at all. */
export function deviceName(device: {
  browser: string;
  system: string;
}): string | undefined {
  const known = [device.browser, device.system].filter(
    (name) => !name.startsWith('an unknown '),
  );
  return known.length === 0 ? undefined : known.join(' on ');
}
