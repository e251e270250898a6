/** "Firefox on Linux"; undefined if the service could not tell. */
export function deviceName(device: {
  browser: string;
  system: string;
}): string | undefined {
  const known = [device.browser, device.system].filter(
    (name) => !name.startsWith('an unknown '),
  );
  return known.length === 0 ? undefined : known.join(' on ');
}
