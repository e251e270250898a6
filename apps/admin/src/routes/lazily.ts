import { lazy, type ComponentType } from 'react';
import { toastNotLoaded } from '../components/toast.tsx';

const Nothing = () => null;

/**
 * A part of the page that is loaded when it is first drawn. Where that fails, for want of a connection or because a newer
 * version has replaced it, that is told, and the page goes on without: what was typed there is not lost.
 */
export const lazily = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      toastNotLoaded();
      return { default: Nothing };
    }
  });
