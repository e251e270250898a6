import { Link } from '@tanstack/react-router';
import { Badge } from '../../components/badge.tsx';
import { When } from '../../components/date-time.tsx';
import { explanationOf, kindOf, stateOf, type Delivery } from './delivery.ts';

const linkLook =
  'font-medium text-ink underline decoration-line underline-offset-3 hover:decoration-current';

function DeliveryItem({
  delivery,
  showAddress,
}: {
  delivery: Delivery;
  showAddress: boolean;
}) {
  const { address, requestedAt, eventAt } = delivery;
  const { label, tone } = stateOf(delivery);
  const explanation = explanationOf(delivery);
  return (
    <li className="py-1">
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 truncate text-sm">
          {showAddress ? (
            <Link to="/mail" search={{ address }} className={linkLook}>
              {address}
            </Link>
          ) : (
            kindOf(delivery)
          )}
        </p>
        <Badge tone={tone}>{label}</Badge>
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

type DeliveriesProps = {
  deliveries: readonly Delivery[];
  /**
   * For mails to several addresses: shows each address with a link to all its
   * mail.
   */
  showAddress?: boolean;
};

export function Deliveries({ deliveries, showAddress = false }: DeliveriesProps) {
  return (
    <ul aria-label="Mails, newest first">
      {deliveries.map((delivery) => (
        <DeliveryItem key={delivery.id} delivery={delivery} showAddress={showAddress} />
      ))}
    </ul>
  );
}
