import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, ownNode, root, Stop } from './project.mjs'

/** The headless build of Chromium draws no window: the journeys take a fifth less of the processor with it. */
const packages = ['chromium-headless-shell', 'chromium']
const names = [...packages, 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macs = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
const installed = () => findProgram(...names) ?? macs.find((path) => existsSync(path))

/** The path of a Chromium for the journeys: the configured or installed one, else Debian's, else the package's. */
export function findBrowser() {
  const set = process.env.CHROMIUM_PATH
  if (set && !existsSync(set)) throw new Stop(`CHROMIUM_PATH is "${set}", where there is nothing.`)
  return set || installed() || fromDebian() || fromPackage()
}

function fromDebian() {
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) return undefined
  process.stdout.write('Installing Chromium ...\n')
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 'ignore', 'inherit'] }
  const get = (...args) => spawnSync('apt-get', ['-q', ...args], options).status === 0
  // Older releases have no headless build.
  const install = (name) => get('install', '-y', '--no-install-recommends', name, 'fonts-liberation')
  return get('update') && packages.some(install) ? installed() : undefined
}

/** Unpacks the browser of @sparticuz/chromium into our cache and starts it with its bundled libraries. */
function fromPackage() {
  const home = join(root, '.cache', 'chromium')
  mkdirSync(home, { recursive: true })
  const script = `
    const { default: chromium, inflate } = await import('@sparticuz/chromium')
    const { createRequire } = await import('node:module')
    const { dirname, join } = await import('node:path')
    await chromium.executablePath()
    const entry = createRequire(process.cwd() + '/').resolve('@sparticuz/chromium')
    await inflate(join(dirname(dirname(entry)), 'bin', 'al2023.tar.br'))`
  const unpacked = spawnSync(ownNode(), ['--input-type=module', '--eval', script], {
    cwd: root,
    // It unpacks into the temporary folder; our own folder cannot contain someone else's program.
    env: { ...process.env, TMPDIR: home },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const binary = join(home, 'chromium')
  if (unpacked.status !== 0 || !existsSync(binary)) throw new Stop('No Chromium was found; set CHROMIUM_PATH to one.')
  const wrapper = join(home, 'chromium.sh')
  const lines = [
    '#!/bin/sh',
    '# The libraries and fonts that the package brings.',
    'here=$(dirname "$0")',
    'export LD_LIBRARY_PATH="$here/al2023/lib" FONTCONFIG_PATH="$here/fonts"',
    'exec "$here/chromium" --no-sandbox --no-zygote --use-gl=angle --use-angle=swiftshader "$@"',
  ]
  writeFileSync(wrapper, `${lines.join('\n')}\n`)
  chmodSync(wrapper, 0o755)
  return wrapper
}
