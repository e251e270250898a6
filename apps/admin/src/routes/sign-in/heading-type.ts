import type { ComponentType, ReactNode } from 'react';

/** Draws the heading of a step: a page's, or a dialog's title. */
export type HeadingType = ComponentType<{ children: ReactNode }>;
