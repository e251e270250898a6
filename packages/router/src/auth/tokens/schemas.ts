import { z } from 'zod';
import { answerOf, Instant } from '../../schemas.ts';

export const CreateTokenInput = z.object({
  audience: z
    .string('Must be a string.')
    .regex(/^[!-+\--~]{1,255}$/, {
      error: 'Must be 1 to 255 printable ASCII characters, without spaces and commas.',
    })
    .meta({
      description:
        'Who is to verify the token: a name that the setting `AUDIENCES` lists.',
      examples: ['https://forum.example.com'],
    }),
});

export const AudienceToken = answerOf({
  token: z.string().meta({
    description:
      'A signed JWT. It is good for this audience alone, never for this service.',
    examples: ['eyJhbGciOiJFZERTQSJ9.eyJhdWQiOiJmb3J1bSJ9.c2lnbmF0dXJl'],
  }),
  expiresAt: Instant.meta({
    description: 'Five minutes from now. Ask for another before it.',
  }),
}).meta({ id: 'AudienceToken' });
