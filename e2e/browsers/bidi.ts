import { type ElementHandle, launch } from 'puppeteer-core'
import type { Engine, Size } from './engine.ts'

/** Firefox or Chromium, driven over WebDriver BiDi. */
export const openBidi = async (
  browserName: 'firefox' | 'chrome',
  executablePath: string,
  size: Size,
): Promise<Engine> => {
  const browser = await launch({
    browser: browserName,
    executablePath,
    protocol: 'webDriverBiDi',
    headless: browserName === 'chrome' ? 'shell' : true,
    defaultViewport: size,
    env: { ...process.env, TZ: 'America/Chicago' },
    args: browserName === 'chrome' ? ['--no-sandbox', '--disable-gpu'] : [],
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-US',
      'layout.css.prefers-color-scheme.content-override': 0,
    },
  })
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error instanceof Error ? error.message : String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  const element = async (expression: string): Promise<ElementHandle> => {
    const found = (await page.evaluateHandle(expression)).asElement()
    if (!found) throw new Error('the element is gone')
    return found as ElementHandle
  }
  return {
    goto: async (url) => {
      await page.goto(url)
    },
    value: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
    press: async (expression) => (await element(expression)).click(),
    type: async (expression, text) => (await element(expression)).type(text),
    picture: async () => Buffer.from(await page.screenshot()),
    faults: async () => faults,
    close: () => browser.close(),
  }
}
