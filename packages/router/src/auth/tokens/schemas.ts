import { z } from 'zod';

export const CreateTokenInput = z.object({
  audience: z
    .string('Must be a string.')
    .regex(/^[!-+\--~]{1,255}$/, {
      error: 'Must be 1 to 255 printable ASCII characters, without spaces and commas.',
    })
    .meta({
      description: 'Who is to verify the token: a name that the setting `AUDIENCES` lists.',
      examples: ['https://forum.example.com'],
    }),
});

export const AudienceToken = z
  .object({
    data: z.object({
      token: z.string().meta({
        description: 'A signed JWT. It is good for this audience alone, never for this service.',
      }),
      expiresAt: z.iso
        .datetime()
        .meta({ description: 'Five minutes from now. Ask for another before it.' }),
    }),
  })
  .meta({ id: 'AudienceToken' });
