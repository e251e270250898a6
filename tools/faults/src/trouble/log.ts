import { z } from 'zod';

/** A line of the service's log. */
export type Line = {
  level: number;
  event: string | undefined;
  /** What went wrong: the event and what it is of. */
  what: string;
  /** Whether it is about one person: such lines are as many as people act. */
  isOfSomebody: boolean;
  /** The whole. */
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

/** The lines of what a service in production printed, but for the one for programs. Fails on a line that is not JSON. */
export const linesOf = (output: string): Line[] =>
  output
    .split('\n')
    .filter((text) => text !== '' && !text.startsWith('{"ready":'))
    .map((text) => {
      const { level, event, person, msg, ...of } = Fields.parse(JSON.parse(text));
      const what = [event ?? msg, ...Object.values(of)].join(' ');
      return { level, event, what, isOfSomebody: person !== undefined, text };
    });
