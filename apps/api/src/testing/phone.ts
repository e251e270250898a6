import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Addresses, mailedCode } from '@namecard/testing';
import { type Texts, textsIn } from '@namecard/pages';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

type Language = Parameters<typeof textsIn>[0];

const narrow = { width: 320, height: 640 };

const looks = [
  { colorScheme: 'light' },
  { colorScheme: 'dark' },
  { colorScheme: 'dark', forcedColors: 'active' },
] as const;

type Look = (typeof looks)[number];

export const allLooks: readonly Look[] = looks;

/** The look without any choice. */
export const plainLook: readonly Look[] = looks.slice(0, 1);

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
    await this.press(signIn.verify);
  }

  /** Problems found on all pages. */
  get findings(): readonly string[] {
    return this.#findings;
  }

  /** Runs axe on a copy, because pages may not run scripts. */
  async look(ways = allLooks): Promise<void> {
    const html = await this.page.content();
    const copy = await this.#copyPage();
    const script = await readFile(axe, 'utf8');
    for (const way of ways) {
      await copy.emulateMedia(way);
      await copy.setContent(html);
      await copy.evaluate(script);
      const { violations } = await copy.evaluate<AxeResults>(
        "axe.run(document, { resultTypes: ['violations'] })",
      );
      for (const { id, nodes } of violations) {
        const where = nodes.map((node) => node.html).join(' ');
        this.#findings.push(
          `${this.page.url()}, ${JSON.stringify(way)}, ${id}: ${where}`,
        );
      }
      const width = await copy.evaluate<number>('document.documentElement.scrollWidth');
      if (width > narrow.width) {
        this.#findings.push(`${this.page.url()} is ${width} px wide`);
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
