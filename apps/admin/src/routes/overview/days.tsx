import { Chart } from '../../components/chart.tsx';
import { Section, SectionNote } from '../../components/section.tsx';
import type { Overview } from './vocabulary.ts';

type Day = Overview['days'][number];

const dayName = new Intl.DateTimeFormat('en', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

const number = new Intl.NumberFormat('en');

type Key = Exclude<keyof Day, 'day'>;

type Series = { key: Key; name: string; color: string };

/** Blue and orange stay apart in both themes, for people with colour blindness too. */
const blue = 'light-dark(#2563c9, #6ea8fe)';
const orange = 'light-dark(#c2570c, #f0a35e)';

const charts: readonly { title: string; series: readonly Series[] }[] = [
  {
    title: 'New in the last 30 days',
    series: [
      { key: 'profiles', name: 'New profiles', color: blue },
      { key: 'users', name: 'New users', color: orange },
    ],
  },
  {
    title: 'Moderated in the last 30 days',
    series: [
      { key: 'hidden', name: 'Hidden', color: orange },
      { key: 'restored', name: 'Restored', color: blue },
    ],
  },
];

const sumOf = (days: readonly Day[], key: Key) =>
  days.reduce((sum, day) => sum + day[key], 0);

function Legend({ days, series }: { days: readonly Day[]; series: readonly Series[] }) {
  return (
    <ul aria-label="In all" className="flex flex-wrap gap-x-5 gap-y-1">
      {series.map(({ key, name, color }) => (
        <li key={key} className="flex items-center gap-2 text-sm text-soft">
          <span
            aria-hidden
            className="size-2.5 forced-color-adjust-none"
            style={{ backgroundColor: color }}
          />
          {name}{' '}
          <span className="font-semibold tabular-nums">
            {number.format(sumOf(days, key))}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The numbers of a chart, for those who can't see it. */
function Numbers({
  title,
  days,
  series,
}: {
  title: string;
  days: readonly Day[];
  series: readonly Series[];
}) {
  return (
    <div className="sr-only">
      <table>
        <caption>{title}, day by day in UTC</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {series.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((row) => (
            <tr key={row.day}>
              <th scope="row">{dayName.format(new Date(row.day))}</th>
              {series.map(({ key }) => (
                <td key={key}>{row[key]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** New profiles and users, and moderation, in the last 30 days. */
export function Days({ days }: { days: readonly Day[] }) {
  const rows = days.map((day) => ({ ...day, label: dayName.format(new Date(day.day)) }));
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      {charts.map(({ title, series }) => (
        <Section key={title} title={title}>
          <Legend days={days} series={series} />
          {series.every(({ key }) => sumOf(days, key) === 0) ? (
            <SectionNote>None in these days.</SectionNote>
          ) : (
            <div aria-hidden className="h-52 pt-4">
              <Chart rows={rows} series={series} />
            </div>
          )}
          <Numbers title={title} days={days} series={series} />
        </Section>
      ))}
    </div>
  );
}
