import { packageOf, type CallFrame, type CpuProfile } from './cpu-profile.ts';

/** Microseconds from the start that are left out: loading and the first requests, before anything is compiled. */
const starting = 3_000_000;

type Flame = {
  name: string;
  package: string;
  time: number;
  children: Map<string, Flame>;
};

const flame = (name: string, owner: string): Flame => ({
  name,
  package: owner,
  time: 0,
  children: new Map(),
});

const nameOf = ({ functionName }: CallFrame) => functionName || '(anonymous)';

/** From the outermost call to the one that ran, for each node of the profile. */
function stacksOf({ nodes }: CpuProfile): Map<number, CallFrame[]> {
  const callers = new Map(
    nodes.flatMap(({ id, children }) => children.map((one) => [one, id])),
  );
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const stackOf = (id: number | undefined): CallFrame[] => {
    const frame = id === undefined ? undefined : frames.get(id);
    return id === undefined || !frame ? [] : [...stackOf(callers.get(id)), frame];
  };
  return new Map(nodes.map(({ id }) => [id, stackOf(id).slice(1)]));
}

/** The calls of the profile, those of one name under one caller together. */
function gather(profile: CpuProfile): Flame {
  const stacks = stacksOf(profile);
  const root = flame('all', '');
  let passed = 0;
  profile.samples.forEach((id, index) => {
    const time = profile.timeDeltas[index] ?? 0;
    passed += time;
    const stack = stacks.get(id) ?? [];
    if (passed < starting || stack.at(-1)?.functionName === '(idle)') return;
    let current = root;
    current.time += time;
    for (const frame of stack) {
      const key = `${nameOf(frame)} ${frame.url}`;
      const next = current.children.get(key) ?? flame(nameOf(frame), packageOf(frame));
      current.children.set(key, next);
      next.time += time;
      current = next;
    }
  });
  return root;
}

const width = 1600;
const rowHeight = 17;
/** Narrower calls, in units of the drawing, are left out. */
const narrowest = 2;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A hue for each package, the same in every drawing. */
function colourOf(owner: string): string {
  let hash = 7;
  for (const char of owner) {
    hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 360;
  }
  return `hsl(${hash} 60% 78%)`;
}

function rectangle(
  { name, package: owner, time }: Flame,
  x: number,
  y: number,
  scale: number,
) {
  const wide = time * scale;
  const label = `${name} · ${owner}`;
  const shown = label.slice(0, Math.floor(wide / 6.2));
  const share = ((wide / width) * 100).toFixed(1);
  return `<g><title>${escaped(label)}: ${share} %</title><rect x="${x.toFixed(1)}" y="${y}" width="${wide.toFixed(1)}" height="${rowHeight - 1}" fill="${colourOf(owner)}"/><text x="${(x + 3).toFixed(1)}" y="${y + 12}">${escaped(shown.length > 2 ? shown : '')}</text></g>`;
}

function draw(
  parent: Flame,
  x: number,
  depth: number,
  scale: number,
): { svg: string[]; deepest: number } {
  let left = x;
  let deepest = depth;
  const svg: string[] = [];
  const widest = [...parent.children.values()].toSorted(
    (one, other) => other.time - one.time,
  );
  for (const child of widest.filter(({ time }) => time * scale >= narrowest)) {
    const below = draw(child, left, depth + 1, scale);
    svg.push(rectangle(child, left, depth * rowHeight, scale), ...below.svg);
    deepest = Math.max(deepest, below.deepest);
    left += child.time * scale;
  }
  return { svg, deepest };
}

/** A profile as a flame graph in SVG: outer calls on top, as wide as the time that they and what they call took. */
export function flameGraph(profile: CpuProfile, title: string): string {
  const root = gather(profile);
  const { svg, deepest } = draw(root, 0, 1, width / root.time);
  const height = (deepest + 1) * rowHeight;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">
<rect width="${width}" height="${height}" fill="white"/>
<text x="4" y="12" font-weight="bold">${escaped(title)}</text>
${svg.join('\n')}
</svg>
`;
}
