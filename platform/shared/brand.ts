/** Specification section 9: the default primary color. */
export const DEFAULT_COLOR = '#3b82f6'

/** How a color is written everywhere: `#` and six digits in small letters. */
export const colorPattern = /^#[0-9a-f]{6}$/
export const isColor = (text: string): boolean => colorPattern.test(text)

type Triple = readonly [number, number, number]

const toLinear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
const toGamma = (c: number): number => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055)

const parseHex = (hex: string): Triple | null => {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex)
  if (!found) return null
  const [r, g, b] = found.slice(1).map((part) => toLinear(Number.parseInt(part, 16) / 255))
  return r === undefined || g === undefined || b === undefined ? null : [r, g, b]
}

const luminance = ([r, g, b]: Triple): number => 0.2126 * r + 0.7152 * g + 0.0722 * b

/** WCAG contrast of two linear RGB colors, 1 to 21. */
const contrast = (a: Triple, b: Triple): number => {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05)
}

const toOklab = ([r, g, b]: Triple): Triple => {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

const fromOklab = ([lightness, a, b]: Triple): Triple => {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const keep = (c: number) => Math.min(1, Math.max(0, c))
  return [
    keep(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    keep(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    keep(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

const toHex = (colour: Triple): string =>
  `#${colour
    .map((c) =>
      Math.round(toGamma(c) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const white: Triple = [1, 1, 1]
const darkText = '#0c0f16'
const darkTriple = parseHex(darkText) ?? [0, 0, 0]

/**
 * The color as a button background, with text that has a contrast of 4.5:1 or more. A bright color stays as it is and gets dark
 * text; a medium one is darkened slightly in OKLCH so that white text is readable. Null if it is not `#rrggbb`.
 */
export const solidOf = (hex: string): { solid: string; text: string } | null => {
  const colour = parseHex(hex)
  if (!colour) return null
  if (contrast(colour, white) < 3 && contrast(colour, darkTriple) >= 4.5) return { solid: hex, text: darkText }
  let [lightness, a, b] = toOklab(colour)
  let solid = colour
  while (contrast(parseHex(toHex(solid)) ?? solid, white) < 4.6 && lightness > 0.2) {
    lightness -= 0.01
    solid = fromOklab([lightness, a, b])
  }
  return { solid: toHex(solid), text: '#ffffff' }
}

/** WCAG contrast of two color strings, 1 to 21, rounded down to a tenth; null if either is not `#rrggbb`. */
export const contrastOf = (a: string, b: string): number | null => {
  const [one, other] = [parseHex(a), parseHex(b)]
  return one && other ? Math.floor(contrast(one, other) * 10) / 10 : null
}

/** The same hue at another lightness, with at most `chroma`: how tokens.css derives text and washes from the color. */
const stepOf = (hex: string, lightness: number, chroma: number): string => {
  const [, a, b] = toOklab(parseHex(hex) ?? white)
  const c = Math.hypot(a, b)
  const scale = c > chroma ? chroma / c : 1
  return toHex(fromOklab([lightness, a * scale, b * scale]))
}

// The card surface in each theme, as in tokens.css.
const darkSurface = toHex(fromOklab([0.205, 0.014 * Math.cos(4.573), 0.014 * Math.sin(4.573)]))

export type BrandCheck = { where: 'button' | 'dark' | 'light'; text: string; ground: string; ratio: number }

/** The contrast wherever text meets the color: on buttons, and as links in the dark and light themes. */
export const checkBrand = (hex: string): BrandCheck[] => {
  const solid = solidOf(hex)
  if (!solid) return []
  const pairs = [
    { where: 'button', text: solid.text, ground: solid.solid },
    { where: 'dark', text: stepOf(hex, 0.8, 0.13), ground: darkSurface },
    { where: 'light', text: stepOf(hex, 0.45, 0.17), ground: '#ffffff' },
  ] as const
  return pairs.map((pair) => ({ ...pair, ratio: contrastOf(pair.text, pair.ground) ?? 0 }))
}
