import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { canvas } from './settings.ts'

/** Icons and launch pictures, drawn from the mark at the sizes that Capacitor's projects have. */
type Kind = 'icon' | 'round' | 'foreground' | 'store' | 'launch'

export const kindOf = (path: string): Kind | null => {
  if (!path.endsWith('.png')) return null
  if (path.endsWith('ic_launcher_foreground.png')) return 'foreground'
  if (path.endsWith('ic_launcher_round.png')) return 'round'
  if (path.endsWith('ic_launcher.png')) return 'icon'
  if (path.includes('AppIcon.appiconset')) return 'store'
  return /splash[^/]*\.png$/.test(path) ? 'launch' : null
}

export const colorOf = (mark: string): string => /<rect[^>]*fill="([^"]+)"/.exec(mark)?.[1] ?? '#000000'

const square = (mark: string, side: number): Promise<Buffer> =>
  sharp(Buffer.from(mark), { density: (72 * side) / 24 })
    .resize(side, side)
    .png()
    .toBuffer()

/** The mark in the middle of a larger picture. */
const centered = async (mark: string, share: number, width: number, height: number, background: string) => {
  const image = await square(mark, Math.round(Math.min(width, height) * share))
  const ground = sharp({ create: { width, height, channels: 4, background } })
  return ground
    .composite([{ input: image }])
    .png({ compressionLevel: 9 })
    .toBuffer()
}

const draw = (mark: string, kind: Kind, width: number, height: number): Promise<Buffer> => {
  const edged = mark.replace(' rx="8"', '')
  if (kind === 'icon') return square(mark, width)
  if (kind === 'round') return square(mark.replace('rx="8"', 'rx="16"'), width)
  // Apple rounds the corners itself and takes no transparency.
  if (kind === 'store')
    return sharp(Buffer.from(edged), { density: 3072 }).resize(width, height).removeAlpha().png().toBuffer()
  // Android shows the middle two thirds, over the icon's color.
  if (kind === 'foreground') return centered(mark.replace(/<rect[^>]*>/, ''), 0.66, width, height, '#00000000')
  return centered(mark, 0.22, width, height, canvas)
}

/** Replaces every picture of the projects and returns how many. */
export const drawPictures = async (projects: readonly string[], markFile: string): Promise<number> => {
  const mark = await readFile(markFile, 'utf8')
  const files = projects.flatMap((project) =>
    readdirSync(project, { recursive: true, encoding: 'utf8' })
      .map((path) => join(project, path))
      // The web application's own pictures stay.
      .filter((path) => kindOf(path) !== null && !path.includes('/public/')),
  )
  for (const file of files) {
    const { width, height } = await sharp(file).metadata()
    const kind = kindOf(file)
    if (kind) await writeFile(file, await draw(mark, kind, width, height))
  }
  return files.length
}
