/** One line of a plot. `note`: said beside the point. */
export type Series = { name: string; color: string; points: readonly { x: number; y: number; note?: string }[] }
type Plot = { title: string; x: string; y: string; series: readonly Series[] }

const [width, height] = [760, 440]
const edge = { left: 70, right: 190, top: 50, bottom: 55 }

/** Powers of ten from the one at or below the smallest to the one at or above the largest. */
const powers = (values: readonly number[]): number[] => {
  const [from, to] = [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))]
  return Array.from({ length: Math.max(2, to - from + 1) }, (_, n) => 10 ** (from + n))
}
const scale = (ticks: readonly number[], from: number, to: number) => {
  const [least, most] = [Math.log10(ticks[0] ?? 1), Math.log10(ticks.at(-1) ?? 10)]
  return (value: number) => from + ((Math.log10(value) - least) / (most - least)) * (to - from)
}
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** An SVG with logarithmic axes and a tick at each power of ten; every x and y is more than 0. */
export const drawPlot = ({ title, x, y, series }: Plot): string => {
  const all = series.flatMap(({ points }) => points)
  const [xTicks, yTicks] = [powers(all.map((one) => one.x)), powers(all.map((one) => one.y))]
  const atX = scale(xTicks, edge.left, width - edge.right)
  const atY = scale(yTicks, height - edge.bottom, edge.top)
  const [right, bottom] = [width - edge.right, height - edge.bottom]
  const text = (left: number, top: number, said: string, more = '') =>
    `<text x="${left.toFixed(1)}" y="${top.toFixed(1)}" ${more}>${escaped(said)}</text>`
  const grid = [
    ...xTicks.map(
      (tick) =>
        `<path d="M${atX(tick).toFixed(1)} ${edge.top}V${bottom}" stroke="#ddd"/>${text(atX(tick), bottom + 18, tick.toLocaleString('en-US'), 'text-anchor="middle"')}`,
    ),
    ...yTicks.map(
      (tick) =>
        `<path d="M${edge.left} ${atY(tick).toFixed(1)}H${right}" stroke="#ddd"/>${text(edge.left - 8, atY(tick) + 4, tick.toLocaleString('en-US'), 'text-anchor="end"')}`,
    ),
  ]
  const lines = series.map(({ name, color, points }) => {
    const path = points.map((one, n) => `${n === 0 ? 'M' : 'L'}${atX(one.x).toFixed(1)} ${atY(one.y).toFixed(1)}`)
    const dots = points.map(
      (one) =>
        `<circle cx="${atX(one.x).toFixed(1)}" cy="${atY(one.y).toFixed(1)}" r="4" fill="${color}"/>${one.note ? text(atX(one.x) - 8, atY(one.y) - 8, one.note, `text-anchor="end" fill="${color}"`) : ''}`,
    )
    const last = points.at(-1)
    const label = last ? text(atX(last.x) + 10, atY(last.y) + 4, name, `fill="${color}" font-weight="600"`) : ''
    return `<path d="${path.join('')}" fill="none" stroke="${color}" stroke-width="2"/>${dots.join('')}${label}`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13">
<rect width="${width}" height="${height}" fill="#fff"/>
${text(edge.left, 28, title, 'font-size="16" font-weight="600"')}
${[...grid, ...lines].join('\n')}
${text((edge.left + right) / 2, height - 14, x, 'text-anchor="middle"')}
${text(0, 0, y, `text-anchor="middle" transform="translate(18 ${(edge.top + bottom) / 2}) rotate(-90)"`)}
</svg>
`
}
