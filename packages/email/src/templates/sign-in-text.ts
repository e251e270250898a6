import type { SignInContent } from './sign-in-content.ts';

/** The plain form of the sign-in mail. */
export function signInText({ title, main, fallback, origin }: SignInContent): string {
  const second =
    fallback === undefined
      ? ''
      : `If the short one is refused, enter this one instead:

    ${fallback.code}

Good ${fallback.until}.

`;
  return `Your ${title}:

    ${main.code}

Good ${main.until}.

${second}Asked for on ${origin}.

Not you? There is nothing to do: ignore this mail, and nobody can sign in
without a code from it. Never pass a code on: we never ask for one.
`;
}
