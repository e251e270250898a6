import { causes, reasonOf, text } from './errors.ts';

/** The message is one line that needs no context. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** `setting` has the address. */
type Rule = (setting: string) => string;

const refusesPassword: Rule = (setting) =>
  `refuses the user or the password: correct them in ${setting}`;

/** By SQLSTATE (PostgreSQL's manual, appendix A). */
const refusals = new Map<string, Rule>([
  ['28P01', refusesPassword],
  [
    '28000',
    (setting) =>
      `refuses the connection: correct the user of ${setting}, sslmode or sslcert, or pg_hba.conf`,
  ],
  [
    '3D000',
    (setting) =>
      `does not exist: correct its name in ${setting}, or create it. Namecard never creates a database`,
  ],
  [
    '42501',
    (setting) =>
      `refuses a right that the user of ${setting} lacks: migrate as the owner of the database, with ./namecard migrate`,
  ],
]);

const certificateCode =
  /^(ERR_TLS_CERT_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_(CA|PURPOSE)|HOSTNAME_MISMATCH)/;

const tlsCode = /^(ERR_(TLS|SSL|OSSL)_|EPROTO$)/;

const tlsMessage = /SSL connection/;

const certificate: Rule = (setting) =>
  `does not show a certificate that ${setting} trusts: name its root (sslrootcert=FILE) and the host as in the certificate. Or encrypt without checking who answers (sslmode=require), or do not encrypt (sslmode=disable)`;

const tls: Rule = (setting) =>
  `does not accept this TLS connection: correct sslcert, sslkey, sslrootcert or sslnegotiation in ${setting}`;

const noTls: Rule = (setting) =>
  `does not encrypt connections: turn its TLS on, or write sslmode=disable into ${setting}`;

/** The message of `pg` if PostgreSQL asks for a password and none is given. */
const missingPassword = /^SASL: .*client password must be a string/;

const givesNoPassword: Rule = (setting) =>
  `asks for a password: write it into ${setting}, or set PGPASSWORD`;

function ruleOf(error: Error): Rule | undefined {
  const code = text(error, 'code');
  if (certificateCode.test(code)) return certificate;
  if (tlsCode.test(code)) return tls;
  if (code === '' && tlsMessage.test(error.message)) return noTls;
  if (missingPassword.test(error.message)) return givesNoPassword;
  if (error.message.startsWith('SASL:')) return refusesPassword;
  return refusals.get(code);
}

/**
 * The line that ends a start; undefined if another try may succeed.
 * @param setting has the database's address
 */
export function startErrorOf(
  error: unknown,
  setting = 'DATABASE_URL',
): StartError | undefined {
  for (const cause of causes(error)) {
    if (cause instanceof StartError) return cause;
    const rule = ruleOf(cause);
    if (rule !== undefined) {
      const line = `The database ${rule(setting)} (${reasonOf(cause)}).`;
      return new StartError(line, { cause });
    }
  }
  return undefined;
}
