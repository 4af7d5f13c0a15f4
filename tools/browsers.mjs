import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from '#tools/lib/browser.mjs'
import { command, ensureBuilt, ensureInstalled, findProgram, ownNode, root } from '#tools/lib/project.mjs'

/**
 * `npm run browsers`: one shift from sign-in to the schedule, in each browser found here. Says which ones are missing; fails only
 * if the journey does.
 */
const foldersIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [join(folder, one.name)] : []))
    : []
/** WebKitGTK's test browser, beside its libraries: in `lib/x86_64-linux-gnu/webkit2gtk-4.1` on Debian. */
function findMiniBrowser() {
  if (process.env.WEBKIT_BROWSER_PATH) return process.env.WEBKIT_BROWSER_PATH
  return ['/usr/lib', '/usr/libexec', '/usr/lib64', ...foldersIn('/usr/lib')]
    .flatMap(foldersIn)
    .filter((folder) => /\/webkit2?gtk-[\d.]+$/.test(folder))
    .map((folder) => join(folder, 'MiniBrowser'))
    .find((path) => existsSync(path))
}
const version = (path) => spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? ''

/** The display of a virtual screen, which ends with this process; null if there is no Xvfb. */
function openScreen() {
  const path = findProgram('Xvfb')
  if (!path) return null
  const child = spawn(path, ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // It ends with this process and does not keep it from ending.
  process.on('exit', () => child.kill())
  child.unref()
  return new Promise((resolve) => {
    child.once('exit', () => resolve(null))
    child.stdout.once('data', (number) => {
      child.stdout.destroy()
      resolve(`:${String(number).trim()}`)
    })
  })
}

async function findWebKit() {
  const driver = process.env.WEBKIT_DRIVER_PATH || findProgram('WebKitWebDriver')
  const browser = findMiniBrowser()
  if (!driver || !browser || !existsSync(browser)) return null
  const display = process.env.DISPLAY || (await openScreen())
  return display ? { WEBKIT_DRIVER_PATH: driver, WEBKIT_BROWSER_PATH: browser, DISPLAY: display } : null
}

await command(async () => {
  ensureInstalled()
  ensureBuilt()
  const chromium = findBrowser()
  const firefox = process.env.FIREFOX_PATH || findProgram('firefox-esr', 'firefox')
  const webKit = await findWebKit()
  const found = [
    ['Chromium', version(chromium)],
    ['Firefox', firefox ? version(firefox) : null, 'firefox-esr'],
    ['WebKit', webKit ? 'WebKitGTK' : null, 'webkit2gtk-driver xvfb'],
  ]
  const tell = () => {
    for (const [name, is, needs] of found)
      process.stdout.write(
        is === null ? `${name}: NOT RUN, not found. On Debian: apt-get install ${needs}\n` : `${name}: ${is}\n`,
      )
  }
  tell()
  const ran = spawn(ownNode(), [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'browsers'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: chromium, ...(firefox ? { FIREFOX_PATH: firefox } : {}), ...webKit },
  })
  const code = await new Promise((resolve) => ran.once('exit', resolve))
  tell()
  return code ?? 1
})
