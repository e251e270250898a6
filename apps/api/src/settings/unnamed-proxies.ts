/** What the start and `doctor` say of proxies that may be there and are not in `TRUST_PROXY`. */
export const unnamedProxies =
  'Private addresses that TRUST_PROXY does not name have no bounds of their own: connections and unfinished requests behind them are bounded in all only';
