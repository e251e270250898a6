import { spawnSync } from 'node:child_process';

const mark = 'FAULTS_OWN_NETWORK';

/** In it, every address of 20.0.0.0/8 is this machine's, and nothing else is. */
const prepare = 'ip link set lo up && ip route add local 20.0.0.0/8 dev lo && exec "$@"';

/**
 * Runs this program again in a network namespace of its own, where clients can have
 * addresses of many networks. Does nothing inside it. Only root may make one.
 */
export function enterOwnNetwork(): void {
  if (process.env[mark] !== undefined) return;
  const again = [process.execPath, ...process.argv.slice(1)];
  const { status } = spawnSync(
    'unshare',
    ['--net', 'sh', '-c', prepare, 'sh', ...again],
    {
      stdio: 'inherit',
      env: { ...process.env, [mark]: 'yes' },
    },
  );
  process.exit(status ?? 1);
}
