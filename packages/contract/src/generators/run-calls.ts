import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { mailedCode, type RunningService } from '@namecard/testing';

/** Runs a program that makes the six calls, gives it the mailed code, and reads its output. */
export async function runCalls(
  service: RunningService,
  program: string,
  [email, ...more]: [email: string, ...more: string[]],
): Promise<unknown> {
  const given = [program, `${service.origin}/api/v1`, email, ...more];
  const running = promisify(execFile)(process.execPath, given);
  const asked = mailedCode(service, email);
  // A failing program ends before it asks for a code.
  const otp = await Promise.race([asked, running.then(({ stderr }) => stderr)]);
  running.child.stdin?.end(otp);
  return JSON.parse((await running).stdout);
}
