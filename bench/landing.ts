import lighthouse, { desktopConfig } from 'lighthouse'
import { chromium } from 'playwright-core'
import { median, option, table } from './ground.ts'

/**
 * Usage: node tools/run.mjs bench/landing.ts [--base http://localhost:3000] [--runs 5], while `npm start` runs. Runs Lighthouse
 * on the landing page: a phone on slow 4G with a CPU four times slower, with real throttling, and a desktop.
 */
const base = option('base') ?? 'http://localhost:3000'
const runs = Number(option('runs') ?? 5)
const least = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const
const categories = Object.keys(least) as (keyof typeof least)[]
const largestPaintMs = 1_500

type Run = { scores: Record<string, number>; largestPaint: number; shift: number; bytes: number }

const measure = async (port: number, path: string, desk: boolean): Promise<Run> => {
  const flags = { port, output: 'json' as const, logLevel: 'error' as const, onlyCategories: categories }
  const result = desk
    ? await lighthouse(base + path, flags, desktopConfig)
    : await lighthouse(base + path, { ...flags, throttlingMethod: 'devtools' })
  if (!result) throw new Error('Lighthouse answered nothing')
  const { lhr } = result
  const failed = Object.values(lhr.audits).filter(({ score }) => score !== null && score < 1)
  if (process.env.SAY)
    process.stdout.write(
      `${failed.map(({ id, score, displayValue }) => `  ${id} ${score} ${displayValue ?? ''}`).join('\n')}\n`,
    )
  const number = (id: string) => {
    const { numericValue, errorMessage } = lhr.audits[id] ?? {}
    // A metric that was not measured counts as a failure, not as a pass.
    if (numericValue === undefined)
      throw new Error(`${id} was not measured: ${errorMessage ?? lhr.runtimeError?.message}`)
    return numericValue
  }
  return {
    scores: Object.fromEntries(categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)])),
    largestPaint: number('largest-contentful-paint'),
    shift: number('cumulative-layout-shift'),
    bytes: number('total-byte-weight'),
  }
}

const port = 9_322
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
})
let kept = true
const rows: string[][] = []
for (const [name, desk] of [
  ['phone', false],
  ['desk', true],
] as const) {
  const found: Run[] = []
  for (let run = 0; run < runs; run++) found.push(await measure(port, '/', desk))
  const middle = (pick: (run: Run) => number) => median(found.map(pick))
  const scores = categories.map((category) => middle((run) => run.scores[category] ?? 0))
  const paint = middle((run) => run.largestPaint)
  const shift = Math.max(...found.map((run) => run.shift))
  if (categories.some((category, at) => (scores[at] ?? 0) < least[category]) || shift > 0) kept = false
  if (!desk && !(paint < largestPaintMs)) kept = false
  rows.push([
    name,
    ...scores.map(String),
    `${Math.round(paint)} ms`,
    String(shift),
    `${Math.round(middle((run) => run.bytes) / 1024)} kB`,
  ])
}
await browser.close()
process.stdout.write(`Medians of ${runs}\n${table(['', ...categories, 'largest paint', 'shift', 'bytes'], rows)}\n`)
process.exit(kept ? 0 : 1)
