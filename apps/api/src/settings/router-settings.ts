import { adminEmailsOf, type Environment } from './environment.ts';

/** Puts an IPv6 address into brackets, as URLs need it. */
const hostOf = (host: string) => (host.includes(':') ? `[${host}]` : host);

/** Addresses of all interfaces, and addresses that a browser can open. */
const reachable = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['[::]', '[::1]'],
  ['[::ffff:0:0]', '127.0.0.1'],
]);

/** Replaces an address of all interfaces by one that a browser can open. */
export function openable(origin: string): string {
  const url = URL.parse(origin);
  const host = reachable.get(url?.hostname ?? '');
  if (url === null || host === undefined) return origin;
  url.hostname = host;
  return url.origin;
}

/** The service's public origin, without a trailing slash. */
export const addressOf = ({
  PUBLIC_URL,
  HOST,
  PORT,
}: Pick<Environment, 'PUBLIC_URL' | 'HOST' | 'PORT'>): string =>
  PUBLIC_URL ?? openable(`http://${hostOf(HOST)}:${PORT}`);

/** The `iss` of tokens. A bad HOST fails later, when the server listens. */
function issuerOf(environment: Environment): string {
  const address = addressOf(environment);
  return URL.parse(address)?.origin ?? address;
}

/** In degrees: shows the town but not the house (11 km north to south). */
const publicDegrees = 0.1;

/** How mails and pages name the product and who runs it, and their default language. */
export const productOf = (environment: Environment) => ({
  name: environment.PRODUCT_NAME,
  color: environment.PRODUCT_COLOR,
  language: environment.PRODUCT_LANGUAGE,
  hasLogo: environment.PRODUCT_LOGO !== undefined,
  operator: {
    privacy: environment.PRIVACY_URL,
    terms: environment.TERMS_URL,
    imprint: environment.IMPRINT_URL,
    contact: environment.CONTACT_URL,
  },
});

export function routerSettings(environment: Environment) {
  return {
    adminEmails: new Set(adminEmailsOf(environment)),
    signUps: environment.SIGN_UPS,
    testLogins: environment.TEST_LOGINS,
    issuer: issuerOf(environment),
    audiences: environment.AUDIENCES,
    product: productOf(environment),
    sendPerIp: environment.LIMIT_SEND_PER_IP,
    verifyPerIp: environment.LIMIT_VERIFY_PER_IP,
    wrongPerAddress: environment.LIMIT_WRONG_PER_ADDRESS,
    wrongPerIp: environment.LIMIT_WRONG_PER_IP,
    wrongPerDay: environment.LIMIT_WRONG_PER_DAY,
    mailsPerHour: environment.MAX_MAILS_PER_HOUR,
    sessionDays: environment.SESSION_DAYS,
    auditMonths: environment.AUDIT_MONTHS,
    profilesPerAccount: environment.MAX_PROFILES_PER_ACCOUNT,
    writesPerAccount: environment.LIMIT_WRITES_PER_ACCOUNT,
    review: environment.REVIEW,
    publicProfiles: environment.PUBLIC_PROFILES,
    socials: environment.SOCIALS,
    locationPrecision: environment.LOCATION_PRECISION ?? 0,
    publicLocationPrecision: environment.LOCATION_PRECISION ?? publicDegrees,
  };
}
