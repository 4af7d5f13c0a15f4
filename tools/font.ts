import latin from '@fontsource-variable/inter/unicode.json' with { type: 'json' }
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const isFirstFont = ({ fileName }: { fileName: string }) => /inter-latin-wght.*\.woff2$/.test(fileName)

/** The weights that the stylesheets use. */
const weights = { min: 400, max: 700 }

/** Every character of a `unicode-range`, such as `U+0000-00FF,U+0131`. */
const charactersOf = (range: string): string =>
  range
    .split(',')
    .flatMap((part) => {
      const [from = 0, to = from] = part
        .replace('U+', '')
        .split('-')
        .map((hex) => Number.parseInt(hex, 16))
      return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at))
    })
    .join('')

/**
 * Cuts the font that every first visit loads to the weights in use: 28 kB instead of 48 kB. Its characters stay those that the
 * stylesheet declares. The other alphabets are loaded only where a name needs them, and stay whole.
 */
export const smallFont = (): Plugin => ({
  name: 'small-font',
  apply: 'build',
  async generateBundle(_options, bundle) {
    const found = Object.values(bundle).find(isFirstFont)
    if (found?.type !== 'asset') throw new Error('the bundle has no Latin font: look at tools/font.ts again')
    const small = await subsetFont(Buffer.from(found.source), charactersOf(latin.latin), {
      targetFormat: 'woff2',
      variationAxes: { wght: weights },
    })
    found.source = small
    // A first page whose words were painted without the font keeps them as they are: nothing moves.
    const from = `${found.fileName.split('/').at(-1)})format("woff2-variations")`
    for (const style of Object.values(bundle)) {
      if (style.type !== 'asset' || !style.fileName.endsWith('.css')) continue
      style.source = String(style.source).replaceAll(/@font-face\{[^}]*\}/g, (face) =>
        face.includes(from) ? face.replace('font-display:swap', 'font-display:optional') : face,
      )
    }
  },
  // `before-paint.js` fetches it with the page rather than after the stylesheet: the first words are painted in it, and don't move when it comes.
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const found = Object.values(bundle).find(isFirstFont)
      const attrs = { name: 'font', content: `/${found?.fileName}` }
      return found ? [{ tag: 'meta', attrs, injectTo: 'head-prepend' as const }] : []
    },
  },
})
