import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { now } from '../clock.ts';
import { Button } from './button.tsx';
import { dayText } from './day-text.ts';

const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });
const dayName = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const;

/** The days of a month in weeks from Monday; undefined before the first day. */
function daysOf(month: Date): (Date | undefined)[] {
  const first = new Date(month.getFullYear(), month.getMonth(), 1);
  const length = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate();
  const before = (first.getDay() + 6) % 7;
  return [
    ...Array.from({ length: before }, () => undefined),
    ...Array.from(
      { length },
      (_, index) => new Date(first.getFullYear(), first.getMonth(), index + 1),
    ),
  ];
}

type CalendarProps = {
  /** The chosen days, such as `2026-01-31`. `to` is missing for a single day. */
  from: string | undefined;
  to?: string | undefined;
  onChoose: (day: string) => void;
};

export function Calendar({ from, to, onChoose }: CalendarProps) {
  const [month, setMonth] = useState(
    () => new Date(`${from ?? dayText(new Date(now()))}T00:00`),
  );
  const turn = (months: number) =>
    setMonth(new Date(month.getFullYear(), month.getMonth() + months, 1));
  const isIn = (day: string) => from !== undefined && day >= from && day <= (to ?? from);
  return (
    <div role="group" aria-label="Days">
      <div className="flex items-center justify-between">
        <Button
          variant="quiet"
          size="icon"
          aria-label="Previous month"
          onClick={() => turn(-1)}
        >
          <ChevronLeft aria-hidden size={14} />
        </Button>
        <p aria-live="polite" className="font-medium">
          {monthName.format(month)}
        </p>
        <Button
          variant="quiet"
          size="icon"
          aria-label="Next month"
          onClick={() => turn(1)}
        >
          <ChevronRight aria-hidden size={14} />
        </Button>
      </div>
      <div className="grid grid-cols-7 text-center">
        {weekdays.map((name) => (
          <span key={name} aria-hidden className="py-1 text-xs text-muted">
            {name}
          </span>
        ))}
        {daysOf(month).map((day, index) => {
          if (!day) return <span key={weekdays[index]} />;
          const text = dayText(day);
          return (
            <button
              key={text}
              type="button"
              aria-label={dayName.format(day)}
              aria-pressed={isIn(text)}
              onClick={() => onChoose(text)}
              className="h-7 rounded-md hover:bg-sunken aria-pressed:bg-accent aria-pressed:text-on-accent pointer-coarse:h-11"
            >
              {day.getDate()}
            </button>
          );
        })}
      </div>
    </div>
  );
}
