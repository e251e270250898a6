import icon from '../favicon.svg';

export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <img src={icon} alt="" width={28} height={28} />
      <span className="text-[0.9375rem] font-semibold tracking-tight text-ink">Namecard</span>
    </span>
  );
}
