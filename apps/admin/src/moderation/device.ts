/** "Firefox on Linux"; undefined if the service could not tell, or has forgotten it. */
export function deviceName(device: {
  browser: string;
  system: string;
}): string | undefined {
  const known = [device.browser, device.system].filter(
    (name) => name !== '' && !name.startsWith('an unknown '),
  );
  return known.length === 0 ? undefined : known.join(' on ');
}
