import { parentPort, workerData } from 'node:worker_threads'
import sharp from 'sharp'
import { LOGO_BOX, LOGO_PIXELS } from './rules.ts'

// One file per thread: its memory and time end with it. jobs.ts sets the allowed formats.

const bytes: Uint8Array = workerData

const draw = async () => {
  const picture = sharp(bytes, { limitInputPixels: LOGO_PIXELS, failOn: 'error', animated: false }).timeout({
    seconds: 8,
  })
  // Re-encoded: only the file's pixels are kept, rotated as the camera intended; no name, location or profile.
  const drawn = picture
    .autoOrient()
    .toColourspace('srgb')
    .resize({ ...LOGO_BOX, fit: 'inside', withoutEnlargement: true })
  const webp = await drawn
    .clone()
    .webp({ quality: 90, alphaQuality: 100, effort: 4 })
    .toBuffer({ resolveWithObject: true })
  const png = await drawn.clone().png({ compressionLevel: 9 }).toBuffer()
  return { webp: webp.data, png, width: webp.info.width, height: webp.info.height }
}

const header = async () => {
  const { width, height } = await sharp(bytes, { limitInputPixels: false, failOn: 'none', animated: false }).metadata()
  return width * height
}

const answer = async () => {
  try {
    if ((await header()) > LOGO_PIXELS) return { refused: 'logo_too_many_pixels' }
    return await draw()
  } catch {
    return { refused: 'logo_broken' }
  }
}
answer().then((said) => parentPort?.postMessage(said))
