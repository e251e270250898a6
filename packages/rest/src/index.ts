export { acceptJson, acceptJsonText } from './accept-json.ts';
export { answerErrors } from './answer-errors.ts';
export { describeRouter, type OpenApiDocument } from './describe-router.ts';
export { readJson, readJsonText } from './json.ts';
export { mountRouter } from './mount-router.ts';
export { answerOtherMethods } from './other-methods.ts';
export {
  Refusal,
  transportReasons,
  type ErrorAnswer,
  type ErrorBody,
  type TransportReason,
} from './refusal.ts';
export { sendAnswer } from './send-answer.ts';
export { serverOptions } from './server-options.ts';
