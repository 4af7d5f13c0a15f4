import { join } from 'node:path'
import { command, ensureInstalled, root, runInOurPlace, Stop } from '#tools/lib/project.mjs'

await command(([file, ...args]) => {
  if (!file) throw new Stop('Say which file to run: node tools/run.mjs <file.ts> ...')
  ensureInstalled()
  return runInOurPlace(join(root, file), args)
})
