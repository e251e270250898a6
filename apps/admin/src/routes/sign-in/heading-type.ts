import type { ComponentType, ReactNode } from 'react';

/** The heading of a step: of a page, or the title of a dialog. */
export type HeadingType = ComponentType<{ children: ReactNode }>;
