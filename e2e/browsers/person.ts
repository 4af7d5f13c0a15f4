import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import { axeSource } from '../actors.ts'
import type { Engine } from './engine.ts'
import { lookFor, type Wanted } from './page.ts'

const patient = { timeout: 30_000, interval: 100 }

/** What is wrong with the page as it is now: errors, sideways scrolling, and what axe finds. */
const faultsOf = async (engine: Engine): Promise<string[]> => {
  await engine.value(`window.axe ? null : (() => { ${axeSource} })()`)
  const [wide, found] = await Promise.all([
    engine.value<boolean>('document.documentElement.scrollWidth > innerWidth'),
    engine.value<string[]>(`axe.run(document, { resultTypes: ['violations'], preload: { assets: ['media'] } })
          .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`),
  ])
  return [...(wide ? ['scrolls sideways'] : []), ...found, ...(await engine.faults())]
}

/** Whether anything is written or drawn inside the field. */
const hasInk = async (engine: Engine, field: string): Promise<boolean> => {
  const [left = 0, top = 0, width = 0, height = 0] = await engine.value<number[]>(
    `(({ left, top, width, height }) => [left, top, width, height].map(Math.round))(${field}.getBoundingClientRect())`,
  )
  // Without its border and round corners.
  const inside = { left: left + 6, top: top + 6, width: width - 12, height: height - 12 }
  // `stats` looks at its input, not at what the steps before it make of it.
  const cut = await sharp(await engine.picture())
    .extract(inside)
    .png()
    .toBuffer()
  const { channels } = await sharp(cut).stats()
  return channels.some(({ min, max }) => max - min > 8)
}

/** What a person does and sees in a browser, the same for every engine. */
export const personAt = (engine: Engine, base: string) => {
  /** Resolves when the element can be pressed and no longer moves. */
  const reach = async (wanted: Wanted): Promise<string> => {
    const looked = lookFor(wanted)
    let before = ''
    const settled = async () => {
      const { place, free } = await engine.value<{ place: string; free: boolean }>(
        `(({ place, free }) => ({ place, free }))(${looked})`,
      )
      const same = place === before
      before = place
      return free && same
    }
    await expect.poll(settled, { ...patient, message: `${wanted.role} ${wanted.name}` }).toBe(true)
    return `${looked}.element`
  }
  const press = async (role: Wanted['role'], name: RegExp) => engine.press(await reach({ role, name }))
  const fill = async (label: RegExp, text: string) => engine.type(await reach({ role: 'field', name: label }), text)
  const body = () => engine.value<string>('document.body.innerText')
  return {
    open: (path: string) => engine.goto(base + path),
    press,
    fill,
    /** Resolves when the page shows this text. */
    sees: (text: RegExp) => expect.poll(body, patient).toMatch(text),
    finds: (role: Wanted['role'], name: RegExp) => reach({ role, name }),
    isAt: (path: RegExp) =>
      expect.poll(() => engine.value<string>('location.pathname + location.search'), patient).toMatch(path),
    faults: () => faultsOf(engine),
    hasInk: async (label: RegExp) => hasInk(engine, await reach({ role: 'field', name: label })),
    picture: async (name: string) => {
      const folder = process.env.E2E_PICTURES
      if (!folder) return
      const file = join(folder, `${name}.png`)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, await engine.picture())
    },
    /** For a failed journey: prints what the page shows. */
    tell: async () => {
      process.stderr.write(`${await body()}\n`)
    },
    close: () => engine.close(),
  }
}
export type Person = ReturnType<typeof personAt>
