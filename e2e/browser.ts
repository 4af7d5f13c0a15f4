import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright-core'

/**
 * The features Playwright disables in Chromium. If a switch is given twice the last one counts, so further features must be added
 * to this list.
 */
const offByPlaywright = (): string[] => {
  const home = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'))
  const list = /\bdisabledFeatures = \[(.*?)\]/s.exec(readFileSync(join(home, 'lib/coreBundle.js'), 'utf8'))?.[1] ?? ''
  return [...list.matchAll(/^\s*"(\w+)",?$/gm)].map(([, name]) => name ?? '')
}

/** Two hidden address bar pages, rendered for each window: half the cost of an empty window. */
const omnibox = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** A second process, kept ready for a site that no journey visits: starting it costs more than it saves. */
const spare = ['SpareRendererForSitePerProcess']

/**
 * Without the slowest of the compilers: a page lives too briefly to earn back what that costs. The one that only translates is worth it
 * from the first call, and the quick one in the middle for axe: fourteen screens took a sixth less processor time with it.
 */
const quickly = '--js-flags=--no-opt --always-sparkplug'

/** The browser for a journey. Never for a measurement, since its scripts are not fully optimized. */
export const launchBrowser = () => {
  const off = offByPlaywright()
  return chromium.launch({
    // A worker must exit on a signal: its browser exits when the pipe between them closes.
    handleSIGTERM: false,
    handleSIGHUP: false,
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      quickly,
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(off.length > 0 ? [`--disable-features=${[...off, ...omnibox, ...spare].join(',')}`] : []),
    ],
  })
}
