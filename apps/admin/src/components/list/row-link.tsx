import type { ComponentProps } from 'react';

type RowLinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & {
  /** Relative to the app: `profiles/ann`. */
  address: string;
  onFollow: () => void;
};

/**
 * A plain link, because a router link in each row would make scrolling slow. Ctrl
 * and middle clicks are left to the browser.
 */
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
