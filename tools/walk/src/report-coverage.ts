import { Session } from 'node:inspector/promises';

/**
 * Loaded into the service before it starts. On SIGIO it prints the functions of
 * this repository that have run since the last time, as one line of JSON: [file,
 * function, count].
 */
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

async function report(): Promise<void> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const entered = result.flatMap(({ url, functions }) => {
    const file = /\/((?:apps|packages)\/.*)$/.exec(url)?.[1];
    if (file === undefined || url.includes('/node_modules/')) return [];
    return functions.flatMap(({ functionName, ranges: [first] }) =>
      first === undefined || first.count === 0
        ? []
        : [[file, functionName || `at ${first.startOffset}`, first.count]],
    );
  });
  process.stdout.write(`${JSON.stringify({ entered })}\n`);
}

process.on('SIGIO', () => void report());
