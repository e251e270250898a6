import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';

type ChartProps = {
  /** A label, and a number for each series. */
  rows: readonly ({ label: string } & Readonly<Record<string, number | string>>)[];
  series: readonly { key: string; name: string; color: string }[];
};

const tick = { fill: 'var(--color-muted)', fontSize: 12 } as const;

/** Grouped bars. Screen readers can't read it: give them the same numbers as a table. */
export function Chart({ rows, series }: ChartProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={[...rows]}
        margin={{ top: 8, right: 4, bottom: 0, left: -16 }}
        barGap={1}
        barCategoryGap="22%"
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="label"
          tick={tick}
          tickLine={false}
          axisLine={{ stroke: 'var(--color-line-strong)' }}
          minTickGap={24}
        />
        <YAxis tick={tick} tickLine={false} axisLine={false} allowDecimals={false} width={48} />
        <Tooltip
          cursor={{ fill: 'var(--color-sunken)' }}
          isAnimationActive={false}
          contentStyle={{
            backgroundColor: 'var(--color-raised)',
            border: '1px solid var(--color-line)',
            borderRadius: 10,
            boxShadow: 'var(--shadow-float)',
            fontSize: 13,
          }}
          labelStyle={{ color: 'var(--color-ink)', fontWeight: 600 }}
          itemStyle={{ color: 'var(--color-soft)' }}
        />
        {series.map(({ key, name, color }) => (
          <Bar
            key={key}
            dataKey={key}
            name={name}
            fill={color}
            radius={[2, 2, 0, 0]}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
