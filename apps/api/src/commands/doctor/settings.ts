import { isLoopback } from '@namecard/email';
import type { Environment } from '../../settings/environment.ts';
import { trustsStrangers, unnamedProxies } from '../../settings/trusted-ranges.ts';
import { type Check, checksOf } from './check.ts';

function publicUrl({ PUBLIC_URL, NODE_ENV }: Environment): Check {
  const { ok, warn } = checksOf('public address');
  if (PUBLIC_URL === undefined) {
    if (NODE_ENV !== 'production') {
      return ok('PUBLIC_URL is not set: this machine’s own address');
    }
    return warn(
      'set PUBLIC_URL to the address that clients see, such as https://cards.example.com',
    );
  }
  const { protocol, hostname } = new URL(PUBLIC_URL);
  if (protocol === 'http:' && !isLoopback(hostname)) {
    return warn('PUBLIC_URL is not https: tokens and codes are sent unencrypted');
  }
  return ok(PUBLIC_URL);
}

/** The service has no TLS, so an https address means a proxy. */
function proxies({ PUBLIC_URL, TRUST_PROXY, NODE_ENV }: Environment): Check {
  const { ok, warn } = checksOf('proxies');
  const isBehindProxy = PUBLIC_URL?.startsWith('https:') === true;
  if (isBehindProxy && TRUST_PROXY.length === 0) {
    return warn(
      'PUBLIC_URL is https, so there is a proxy, but TRUST_PROXY is empty: all clients count as one. Set TRUST_PROXY to the proxy’s address',
    );
  }
  if (isBehindProxy && NODE_ENV !== 'production') {
    return warn(
      'set NODE_ENV=production behind a proxy: otherwise mail may be shown, and /metrics is open',
    );
  }
  if (TRUST_PROXY.some(trustsStrangers)) {
    return warn(
      'TRUST_PROXY includes addresses of strangers, who can then claim any address: list only the proxy’s address',
    );
  }
  if (TRUST_PROXY.length === 0) {
    return ok(`TRUST_PROXY is empty. ${unnamedProxies}`);
  }
  return ok(`${TRUST_PROXY.join(', ')} are believed. ${unnamedProxies}`);
}

function admins({ ADMIN_EMAILS = [], NODE_ENV }: Environment): Check {
  const { ok, warn } = checksOf('admins');
  if (ADMIN_EMAILS.length === 0 && NODE_ENV === 'production') {
    return warn('ADMIN_EMAILS is empty: only users with the role are admins');
  }
  return ok(`${ADMIN_EMAILS.length || 1} in ADMIN_EMAILS`);
}

const ofOperator = ['PRIVACY_URL', 'TERMS_URL', 'IMPRINT_URL', 'CONTACT_URL'] as const;

function operator(environment: Environment): Check {
  const { ok, warn } = checksOf('operator');
  const missing = ofOperator.filter((name) => environment[name] === undefined);
  if (missing.length > 0 && environment.NODE_ENV === 'production') {
    return warn(
      `set ${missing.join(', ')}: in most countries people must be able to read who runs the service, and what happens to their data`,
    );
  }
  return ok(missing.length > 0 ? `not set: ${missing.join(', ')}` : 'all four pages set');
}

/** Without metrics, no alert exists. */
function metrics({ METRICS_TOKEN, NODE_ENV }: Environment): Check[] {
  return METRICS_TOKEN === undefined && NODE_ENV === 'production'
    ? [
        checksOf('metrics').warn(
          'METRICS_TOKEN is not set, so there are no metrics: set it for Prometheus, or let namecard-doctor.timer mail what fails (docs/run/watching.md)',
        ),
      ]
    : [];
}

export const checkSettings = (environment: Environment): Check[] => [
  checksOf('settings').ok(`valid, for ${environment.NODE_ENV}`),
  publicUrl(environment),
  proxies(environment),
  admins(environment),
  operator(environment),
  ...metrics(environment),
];
