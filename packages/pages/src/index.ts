export { mountPages, type PagesOptions } from './mount-pages.ts';
