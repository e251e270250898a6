import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Addresses, mailedCode } from '@namecard/testing';
import { type Texts, textsIn } from '@namecard/pages';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

type Language = Parameters<typeof textsIn>[0];

const narrow = { width: 320, height: 640 };

/** They differ in nothing that other rules look at. */
const runOnly = ['color-contrast', 'link-in-text-block'];

const looks = [
  { way: { colorScheme: 'light' } },
  { way: { colorScheme: 'dark' }, runOnly },
  { way: { colorScheme: 'dark', forcedColors: 'active' }, runOnly },
] as const;

/** A narrow screen with a keyboard, and a browser without scripts. */
export class Phone {
  readonly page: Page;
  readonly texts: Texts;
  readonly #service: Addresses;
  readonly #findings: string[] = [];
  #copy: Page | undefined;

  private constructor(page: Page, service: Addresses, texts: Texts) {
    this.page = page;
    this.texts = texts;
    this.#service = service;
  }

  static async open(
    browser: Browser,
    service: Addresses,
    language: Language,
  ): Promise<Phone> {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: narrow,
      locale: language,
    });
    return new Phone(await context.newPage(), service, textsIn(language));
  }

  async close(): Promise<void> {
    await this.page.context().close();
    await this.#copy?.context().close();
  }

  async go(path: string): Promise<void> {
    await this.page.goto(`${this.#service.origin}${path}`);
  }

  follow(name: string): Promise<void> {
    return this.page.getByRole('link', { name, exact: true }).first().press('Enter');
  }

  press(name: string): Promise<void> {
    return this.page.getByRole('button', { name, exact: true }).first().press('Enter');
  }

  async type(label: string, text: string): Promise<void> {
    const field = this.page.getByLabel(label, { exact: true });
    await field.fill(text);
  }

  choose(label: string): Promise<void> {
    return this.page.getByLabel(label, { exact: true }).press('Space');
  }

  says(text: string): Promise<void> {
    return this.page.getByText(text).first().waitFor();
  }

  /** Signs in with the mailed code, from the page that asks for the address. */
  async signIn(email: string): Promise<void> {
    const { signIn } = this.texts;
    await this.type(signIn.email, email);
    await this.press(signIn.send);
    await this.type(signIn.code, await mailedCode(this.#service, email));
    await this.press(signIn.title);
  }

  /** Problems found on all pages. */
  get findings(): readonly string[] {
    return this.#findings;
  }

  /**
   * Whether the page is as wide as the screen, which depends on the language, and no
   * iPhone zooms in on its fields or corrects names in them.
   */
  async fits(): Promise<void> {
    const width = await this.page.evaluate<number>(
      'document.documentElement.scrollWidth',
    );
    if (width > narrow.width) {
      this.#findings.push(`${this.page.url()} is ${width} px wide`);
    }
    const badFields = await this.page.evaluate<string[]>(`
      [...document.querySelectorAll('input, textarea')]
        .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16
          || (!field.spellcheck && field.getAttribute('autocorrect') !== 'off'))
        .map((field) => field.name)`);
    if (badFields.length > 0) {
      this.#findings.push(`${this.page.url()} zooms or corrects ${badFields.join()}`);
    }
  }

  /** Also runs axe, on a copy, because pages may not run scripts. */
  async look(): Promise<void> {
    await this.fits();
    const copy = await this.#copyPage();
    await copy.setContent(await this.page.content());
    await copy.evaluate(await readFile(axe, 'utf8'));
    for (const { way, ...rules } of looks) {
      await copy.emulateMedia(way);
      const options = JSON.stringify({ resultTypes: ['violations'], ...rules });
      const { violations } = await copy.evaluate<AxeResults>(
        `axe.run(document, ${options})`,
      );
      for (const { id, nodes } of violations) {
        const where = nodes.map((node) => node.html).join(' ');
        this.#findings.push(
          `${this.page.url()}, ${JSON.stringify(way)}, ${id}: ${where}`,
        );
      }
    }
  }

  async #copyPage(): Promise<Page> {
    const browser = this.page.context().browser();
    this.#copy ??= await browser?.newPage({ viewport: narrow });
    if (!this.#copy) throw new Error('The browser has ended');
    return this.#copy;
  }
}
