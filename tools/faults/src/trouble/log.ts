import { z } from 'zod';

/** A line of the service's log. */
export type Line = {
  level: number;
  event: string | undefined;
  /** The event and its subject. */
  what: string;
  /** Such lines are as frequent as people's acts. */
  isOfSomebody: boolean;
  /** The whole line. */
  text: string;
};

const Fields = z.object({
  level: z.number(),
  event: z.string().optional(),
  person: z.string().optional(),
  trouble: z.string().optional(),
  limit: z.string().optional(),
  job: z.string().optional(),
  msg: z.string(),
});

/**
 * The log lines of a production service, without the line for programs. Throws if
 * a line is not JSON.
 */
export const linesOf = (output: string): Line[] =>
  output
    .split('\n')
    .filter((text) => text !== '' && !text.startsWith('{"ready":'))
    .map((text) => {
      const { level, event, person, msg, ...of } = Fields.parse(JSON.parse(text));
      const what = [event ?? msg, ...Object.values(of)].join(' ');
      return { level, event, what, isOfSomebody: person !== undefined, text };
    });
