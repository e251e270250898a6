type ChartProps = {
  /** A label, and a number for each series. */
  rows: readonly ({ label: string } & Readonly<Record<string, number | string>>)[];
  series: readonly { key: string; name: string; color: string }[];
};

const number = new Intl.NumberFormat('en');

/** The least round number that is no smaller, and even, so that half of it is whole too. */
function roundTop(largest: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, largest)));
  return [2, 4, 6, 8, 10].map((times) => times * unit).find((top) => top >= largest) ?? 2;
}

/** Bars stand side by side in a group as wide as this. */
const group = 10;

/** Grouped bars. Screen readers can't read it: give them the same numbers as a table. */
export function Chart({ rows, series }: ChartProps) {
  const top = roundTop(
    Math.max(...rows.flatMap((row) => series.map(({ key }) => Number(row[key])))),
  );
  const width = (group * 0.7) / series.length;
  return (
    <div className="grid h-full grid-cols-[auto_1fr] grid-rows-[1fr_auto] gap-x-2 text-xs text-muted tabular-nums">
      <div className="flex flex-col justify-between text-right *:-my-2">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{number.format(value)}</span>
        ))}
      </div>
      <div className="relative flex flex-col justify-between *:border-t *:border-line">
        <span />
        <span />
        <span />
        <svg
          viewBox={`0 0 ${rows.length * group} ${top}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full border-0!"
        >
          {rows.map((row, index) => (
            <g
              key={row.label}
              transform={`translate(${index * group} 0)`}
              className="group"
            >
              <title>
                {[
                  row.label,
                  ...series.map(({ key, name }) => `${name}: ${row[key]}`),
                ].join('\n')}
              </title>
              <rect
                width={group}
                height={top}
                className="fill-transparent group-hover:fill-sunken"
              />
              {series.map(({ key, color }, place) => (
                <rect
                  key={key}
                  x={group * 0.15 + place * width}
                  y={top - Number(row[key])}
                  width={width}
                  height={Number(row[key])}
                  fill={color}
                />
              ))}
            </g>
          ))}
        </svg>
      </div>
      <div className="relative col-start-2 h-6">
        {rows.map(
          ({ label }, index) =>
            index % Math.ceil(rows.length / 5) === 0 && (
              <span
                key={label}
                className="absolute bottom-0 whitespace-nowrap"
                style={{ left: `${(index / rows.length) * 100}%` }}
              >
                {label}
              </span>
            ),
        )}
      </div>
    </div>
  );
}
