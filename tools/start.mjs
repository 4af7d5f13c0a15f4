import { join } from 'node:path'
import { command, ensureBuilt, ensureInstalled, root, runInOurPlace } from '#tools/lib/project.mjs'

await command((args) => {
  ensureInstalled()
  ensureBuilt()
  return runInOurPlace(join(root, 'apps', 'server', 'main.ts'), args)
})
