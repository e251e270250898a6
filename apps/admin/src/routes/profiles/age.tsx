import { exactTime, roughTime } from '../../components/date-time.tsx';

/**
 * When something was, in a row of a long list: said once, when the row is drawn. A clock in each row would slow down
 * scrolling.
 */
export const Age = ({ at }: { at: string }) => (
  <time dateTime={at} title={exactTime(at)} className="whitespace-nowrap">
    {roughTime(at, Date.now())}
  </time>
);
