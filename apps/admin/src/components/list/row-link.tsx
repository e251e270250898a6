import type { ComponentProps } from 'react';

type RowLinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & {
  /** Below the app: `profiles/ann`. */
  address: string;
  /** Follows the link in this tab. */
  onFollow: () => void;
};

/** A link in a row of a long list, where a router's link in each would slow down scrolling. Other clicks are the browser's. */
export const RowLink = ({ address, onFollow, children, ...rest }: RowLinkProps) => (
  <a
    {...rest}
    href={`${import.meta.env.BASE_URL}${address}`}
    onClick={(event) => {
      const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
      if (button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey) {
        event.preventDefault();
        onFollow();
      }
    }}
  >
    {children}
  </a>
);
