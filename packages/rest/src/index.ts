export { sendBare } from './bare-answer.ts';
export { acceptJson } from './accept-json.ts';
export { answerErrors } from './answer-errors.ts';
export { addVary, entityTag, isKnown, isUnchanged } from './conditional.ts';
export { describeRouter, type OpenApiDocument } from './describe-router.ts';
export { readJson } from './json.ts';
export { mountRouter } from './mount-router.ts';
export { answerOtherMethods } from './other-methods.ts';
export { ProcedureError } from './procedure-error.ts';
export {
  HttpError,
  httpStatuses,
  sendAnswer,
  type ErrorAnswer,
  type ErrorBody,
  type HttpErrors,
  type HttpReason,
} from './http-error.ts';
export { serverOptions } from './server-options.ts';
