import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { tileOrigins } from '#platform/server/map-tiles.ts'
import { finishAndroid } from './android.ts'
import { checkApp } from './check.ts'
import { finishIos } from './ios.ts'
import { copyPages } from './page.ts'
import { colorOf, drawPictures } from './pictures.ts'
import { type AppSettings, capacitorConfig, example, exampleServices, readSettings } from './settings.ts'

/**
 * `npm run mobile -- make --server https://shifts.example.org --app org.example.watchbill` makes the Xcode and the Android Studio
 * project in `dist/mobile`; `--google-services` adds pushes to the Android app. `npm run mobile -- check` makes them with example values in `dist/mobile-check` and reads them.
 */
const root = join(import.meta.dirname, '../..')
const say = (line: string) => process.stdout.write(`${line}\n`)

const run = (folder: string, file: string, args: readonly string[], quiet = false): string => {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`, CI: '1' }
  const done = spawnSync(file, args, { cwd: folder, env, encoding: 'utf8' })
  const said = `${done.stdout ?? ''}${done.stderr ?? ''}${done.error?.message ?? ''}`
  if (done.status !== 0 && !quiet) throw new Error(`${file} ${args.join(' ')} failed:\n${said}`)
  return said
}

/** The packages of the app's own lock, without scripts; nothing of them goes into the product's node_modules. */
const install = (folder: string): void => {
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(join(root, 'apps/mobile/project', name), join(folder, name))
  copyFileSync(join(root, '.npmrc'), join(folder, '.npmrc'))
  const npm = process.env.npm_execpath ?? ''
  const [file, args] = /\.[cm]?js$/.test(npm) ? [process.execPath, [npm]] : ['npm', []]
  run(folder, file, [...args, 'ci', '--loglevel=error'])
}

const make = async (folder: string, settings: AppSettings): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  say('Installing the packages of the app ...')
  install(folder)
  copyPages(join(root, 'dist/web'), join(folder, 'www'), settings)
  writeFileSync(join(folder, 'capacitor.config.json'), `${JSON.stringify(capacitorConfig(settings), null, 2)}\n`)
  const cap = (...args: string[]) =>
    run(folder, process.execPath, ['node_modules/@capacitor/cli/bin/capacitor', ...args])
  for (const platform of ['android', 'ios']) {
    say(`Making the ${platform} project ...`)
    rmSync(join(folder, platform), { recursive: true, force: true })
    cap('add', platform)
  }
  const mark = join(root, 'apps/web/public/icon.svg')
  finishAndroid(join(folder, 'android'), settings, colorOf(readFileSync(mark, 'utf8')))
  finishIos(join(folder, 'ios'), settings)
  const drawn = await drawPictures([join(folder, 'android/app/src'), join(folder, 'ios/App/App')], mark)
  say(`Drew ${drawn} icons and launch pictures.`)
  cap('sync')
}

const [what, ...args] = process.argv.slice(2)
if (what === 'make') {
  const settings = readSettings(args, tileOrigins(process.env.MAP_TILES_URL || null), (path) =>
    readFileSync(path, 'utf8'),
  )
  const folder = join(root, 'dist/mobile')
  await make(folder, settings)
  say(`Made in dist/mobile. apps/mobile/README.md says how to go on.`)
} else if (what === 'check') {
  const folder = join(root, 'dist/mobile-check')
  const settings = { ...example, googleServices: exampleServices }
  await make(folder, settings)
  const doctor = run(folder, process.execPath, ['node_modules/@capacitor/cli/bin/capacitor', 'doctor'], true)
  await checkApp(folder, settings, doctor, say)
} else throw new Error('Say what to do: npm run mobile -- check, or npm run mobile -- make --server ... --app ...')
