import { Badge } from '../../components/badge.tsx';
import { When } from '../../components/date-time.tsx';
import { explanationOf, kindOf, stateOf, type Delivery } from './delivery.ts';

function DeliveryItem({ delivery }: { delivery: Delivery }) {
  const { requestedAt, eventAt } = delivery;
  const { word, tone } = stateOf(delivery);
  const explanation = explanationOf(delivery);
  return (
    <li className="py-1">
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 truncate text-sm">{kindOf(delivery)}</p>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <p className="mt-0.5 text-xs text-pretty text-muted">
        Asked for <When at={requestedAt} />
        {eventAt !== null && (
          <>
            , reported <When at={eventAt} />
          </>
        )}
        {explanation !== undefined && <>. {explanation}</>}
      </p>
    </li>
  );
}

export const Deliveries = ({ deliveries }: { deliveries: readonly Delivery[] }) => (
  <ul aria-label="Mails, newest first">
    {deliveries.map((delivery) => (
      <DeliveryItem key={delivery.id} delivery={delivery} />
    ))}
  </ul>
);
