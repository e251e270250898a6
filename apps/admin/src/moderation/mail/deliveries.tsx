import { Badge } from '../../components/badge.tsx';
import { When } from '../../components/date-time.tsx';
import { explanationOf, stateOf, type Delivery } from './delivery.ts';

function DeliveryItem({ delivery, showAddress }: { delivery: Delivery; showAddress: boolean }) {
  const { label, tone } = stateOf(delivery);
  const explanation = explanationOf(delivery);
  return (
    <li className="px-4 py-3 sm:px-5">
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 truncate text-sm">
          {showAddress && <span className="font-medium">{delivery.address} </span>}
          <span className={showAddress ? 'text-muted' : ''}>
            {showAddress ? '' : 'Sign-in code, '}
            <When at={delivery.requestedAt} />
          </span>
        </p>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {explanation !== undefined && (
        <p className="mt-0.5 text-[0.8125rem] text-pretty text-muted">{explanation}</p>
      )}
    </li>
  );
}

type DeliveriesProps = {
  deliveries: readonly Delivery[];
  /** For mails to several addresses. */
  showAddress?: boolean;
};

export function Deliveries({ deliveries, showAddress = false }: DeliveriesProps) {
  return (
    <ul aria-label="Mails, newest first" className="divide-y divide-line">
      {deliveries.map((delivery) => (
        <DeliveryItem key={delivery.id} delivery={delivery} showAddress={showAddress} />
      ))}
    </ul>
  );
}
