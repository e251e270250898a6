const segmentPattern = /^(?:\{(?<parameter>[^{}]+)\}|[A-Za-z0-9._~-]+)$/;

/**
 * The names in a path template such as `/profiles/{username}/socials`, in order.
 * Throws for a template whose segments are not each plain text or one parameter.
 */
export function pathParameters(template: string): string[] {
  const names = segments(template).flatMap(({ parameter }) => parameter ?? []);
  if (new Set(names).size !== names.length) {
    throw new TypeError(`its path ${template} names a parameter twice`);
  }
  return names;
}

/**
 * The template as Fastify writes it. Parameters are named by their position, `p0`,
 * `p1`: Fastify reads some characters of a name as its end.
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
