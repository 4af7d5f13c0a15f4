import { join } from 'node:path'
import { findBrowser } from '#tools/lib/browser.mjs'
import { command, ensureBuilt, ensureInstalled, root, runInOurPlace } from '#tools/lib/project.mjs'

await command((args) => {
  ensureInstalled()
  ensureBuilt()
  process.env.CHROMIUM_PATH = findBrowser()
  return runInOurPlace(join(root, 'tools', 'screens.ts'), args)
})
