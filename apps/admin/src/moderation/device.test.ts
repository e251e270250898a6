import { expect, it } from 'vitest';
import { deviceName } from './device.ts';

it('names the known parts of a device', () => {
  const [browser, system] = ['an unknown browser', 'an unknown system'];
  expect(deviceName({ browser: 'Firefox', system: 'Linux' })).toBe('Firefox on Linux');
  expect(deviceName({ browser, system: 'Linux' })).toBe('Linux');
  expect(deviceName({ browser: 'Firefox', system })).toBe('Firefox');
  expect(deviceName({ browser, system })).toBeUndefined();
});
