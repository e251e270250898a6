import type { Page } from 'playwright-core';

/** Bytes a second in each direction. */
const throughput = 50_000;

/**
 * Gives a page a slow link: 50 kB/s, and this many more milliseconds for each
 * answer.
 */
export async function throttle(page: Page, latency: number): Promise<void> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
}
