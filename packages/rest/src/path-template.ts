const segmentPattern = /^(?:\{(?<parameter>[^{}]+)\}|[A-Za-z0-9._~-]+)$/;

/**
 * The names in a path template such as `/profiles/{username}/socials`, in order.
 * Throws if a segment is neither plain text nor one parameter.
 */
export function pathParameters(template: string): string[] {
  const names = segments(template).flatMap(({ parameter }) => parameter ?? []);
  if (new Set(names).size !== names.length) {
    throw new TypeError(`its path ${template} names a parameter twice`);
  }
  return names;
}

/**
 * The template in Fastify's notation. Parameters are named by position, `p0`,
 * `p1`, since Fastify reads some characters as the end of a name.
 */
export function routePath(template: string): string {
  let position = 0;
  return segments(template)
    .map(
      ({ text, parameter }) => `/${parameter === undefined ? text : `:p${position++}`}`,
    )
    .join('');
}

function segments(template: string): { text: string; parameter: string | undefined }[] {
  const texts = template.split('/').slice(1);
  return texts.map((text) => {
    const match = segmentPattern.exec(text);
    if (match === null) {
      throw new TypeError(
        `its path ${template} has a segment that is not text or a {parameter}`,
      );
    }
    return { text, parameter: match.groups?.['parameter'] };
  });
}
