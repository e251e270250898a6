/** For all tests and tools: the service, sign-ins, fake mail servers. */
export { openBrowser, useBrowser } from './browser.ts';
export { cuttableLink, type CuttableLink } from './cuttable-link.ts';
export { makeDataDirectory, type DataDirectory } from './data-directory.ts';
export {
  fakePostmark,
  type Behaviour,
  type FakePostmark,
  type TakenMail,
} from './fake-postmark.ts';
export { fakeSmtp, type FakeSmtp, type SmtpBehaviour } from './fake-smtp.ts';
export {
  fetchJson,
  refusal,
  refusalAt,
  refusedPaths,
  trpcRefusal,
  type Answer,
  type Question,
} from './fetch-json.ts';
export { listen } from './listen.ts';
export { percentile, residentMegabytes } from './measures.ts';
export {
  accept,
  answerWith,
  refuseWith,
  type RecordedRequest,
  type Respond,
} from './postmark-behaviours.ts';
export {
  nodeFlags,
  productionSettings,
  runService,
  type Addresses,
  type ServiceProcess,
  type Settings,
} from './run-service.ts';
export {
  confirmationCode,
  mailedCode,
  mailedTo,
  requestCode,
  signIn,
} from './sign-in.ts';
export { spellingsOf, writtenAddresses } from './spellings.ts';
export { startService, testSecretKey, type RunningService } from './start-service.ts';
export { useService } from './use-service.ts';
