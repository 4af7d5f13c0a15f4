import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright-core'

/** What Playwright turns off in Chromium. A switch that is given twice counts the last time, so what else is off goes with it. */
const offByPlaywright = (): string[] => {
  const home = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'))
  const list = /\bdisabledFeatures = \[(.*?)\]/s.exec(readFileSync(join(home, 'lib/coreBundle.js'), 'utf8'))?.[1] ?? ''
  return [...list.matchAll(/^\s*"(\w+)",?$/gm)].map(([, name]) => name ?? '')
}

/** Two hidden pages of the address bar, drawn for each window: half of what an empty window takes. */
const omnibox = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** The browser of a journey. */
export const launchBrowser = () => {
  const off = offByPlaywright()
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(off.length > 0 ? [`--disable-features=${[...off, ...omnibox].join(',')}`] : []),
    ],
  })
}
