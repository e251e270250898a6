import { reasonMeanings, reasons } from '@namecard/router';

const introduction = `# Errors

Every error has one body, \`{ message, code, reason, issues? }\`, on REST and inside tRPC's envelope. Only \`ACCOUNT_SUSPENDED\` may also have a \`ticket\`. Decide by \`reason\`, which is never renamed. \`message\` is for people. Each answer has an \`X-Request-Id\`.

This page is made from \`packages/router/src/reasons.ts\` by \`npm run documents\`.
`;

/** `docs/use/errors.md`: each reason, its meaning and what a client should do. */
export function errorsPage(): string {
  const sections = reasons.map((reason) => {
    const { status, meaning, todo } = reasonMeanings[reason];
    return `## ${reason}\n\n${status}. ${meaning}\n\n${todo}\n`;
  });
  return [introduction, ...sections].join('\n');
}
