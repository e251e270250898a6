// The health check in compose.yml. Docker restarts what has ended, not what hangs. So if the
// service listens, but leaves three requests in a row without an answer for 10 seconds
// each, this ends it. One that does not listen is starting or stopping.
import { readFileSync } from 'node:fs';

/** The container's first process, whose child is the service. Tests give another. */
const [init = '1', timeout = '10000'] = process.argv.slice(2);
const url = `http://127.0.0.1:${process.env.PORT || 3000}/healthz`;

for (let tries = 0; tries < 3; tries += 1) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(Number(timeout)) }).catch(
    (error) => error,
  );
  if (answer.name !== 'TimeoutError') process.exit(answer.ok ? 0 : 1);
}
process.stderr.write('It hangs, and is ended.\n');
const children = readFileSync(`/proc/${init}/task/${init}/children`, 'utf8');
for (const child of children.trim().split(' ')) process.kill(Number(child), 'SIGKILL');
process.exit(1);
