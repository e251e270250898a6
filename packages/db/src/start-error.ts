import { causes, reasonOf, text } from './errors.ts';

/** What keeps the service from starting until somebody changes something: one line, fit to be shown by itself. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** PostgreSQL's states (its documentation, appendix A), and what to do. */
const refusals = new Map([
  ['28P01', 'refuses the user or the password: correct them in DATABASE_URL'],
  [
    '28000',
    'refuses the connection: correct the user of DATABASE_URL, sslmode or sslcert, or pg_hba.conf',
  ],
  [
    '3D000',
    'is not there: correct its name in DATABASE_URL, or create it, which Namecard never does',
  ],
  [
    '42501',
    'refuses what the user of DATABASE_URL may not do: migrate as its owner, with npx namecard migrate',
  ],
]);

const certificateCode =
  /^(ERR_TLS_CERT_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_(CA|PURPOSE)|HOSTNAME_MISMATCH)/;

const tlsCode = /^(ERR_(TLS|SSL|OSSL)_|EPROTO$)/;

const tlsMessage = /SSL connection/;

const certificate =
  'does not show a certificate that DATABASE_URL trusts: name its root (sslrootcert=FILE) and the host as in the certificate, or encrypt without knowing who answers (sslmode=require), or do not encrypt (sslmode=disable)';

function ruleOf(error: Error): string | undefined {
  const code = text(error, 'code');
  if (certificateCode.test(code)) return certificate;
  if (tlsCode.test(code)) {
    return 'does not accept TLS as it was offered: correct sslcert, sslkey, sslrootcert or sslnegotiation in DATABASE_URL';
  }
  if (code === '' && tlsMessage.test(error.message)) {
    return 'does not encrypt connections: turn its TLS on, or write sslmode=disable into DATABASE_URL';
  }
  if (error.message.startsWith('SASL:')) return refusals.get('28P01');
  return refusals.get(code);
}

/** The line that ends a start, where trying again would end like this; `undefined` for all else. */
export function startErrorOf(error: unknown): StartError | undefined {
  for (const cause of causes(error)) {
    if (cause instanceof StartError) return cause;
    const rule = ruleOf(cause);
    if (rule !== undefined) {
      return new StartError(`The database ${rule} (${reasonOf(cause)}).`, { cause });
    }
  }
  return undefined;
}
