/** Reports when repeated events begin and end, instead of each event. */
type Periods<Name, Details extends unknown[]> = {
  report(name: Name, ...details: Details): void;
  isLasting(name: Name): boolean;
};

type Options<Name, Details extends unknown[]> = {
  /** Milliseconds without a report after which the period ends. */
  quiet: number;
  begin: (name: Name, ...details: Details) => void;
  /** `times` is the number of reports. */
  end: (name: Name, times: number) => void;
};

export function createPeriods<Name, Details extends unknown[]>({
  quiet,
  begin,
  end,
}: Options<Name, Details>): Periods<Name, Details> {
  const lasting = new Map<Name, { timer: NodeJS.Timeout; times: number }>();
  const finish = (name: Name) => {
    const { times = 0 } = lasting.get(name) ?? {};
    lasting.delete(name);
    end(name, times);
  };
  return {
    report: (name, ...details) => {
      const last = lasting.get(name);
      if (last) {
        last.timer.refresh();
        last.times += 1;
      } else {
        lasting.set(name, { timer: setTimeout(finish, quiet, name).unref(), times: 1 });
        begin(name, ...details);
      }
    },
    isLasting: (name) => lasting.has(name),
  };
}
