import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseRunAs, type RunAs } from '#platform/server/postgres/run-as.ts'

const root = join(import.meta.dirname, '../..')

/** Where the account that PostgreSQL runs as can go: next to the other drills' data, or else the system's folder. */
export const makeFolder = (name: string): { folder: string; as: RunAs } => {
  mkdirSync(join(root, 'data'), { recursive: true })
  for (const parent of [join(root, 'data'), tmpdir()]) {
    const folder = mkdtempSync(join(parent, `${name}-`))
    const as = chooseRunAs(folder)
    if (!as.switched) return { folder, as }
    chownSync(folder, as.uid, as.gid)
    if (spawnSync('test', ['-w', folder], { uid: as.uid, gid: as.gid, cwd: '/' }).status === 0) return { folder, as }
    rmSync(folder, { recursive: true })
  }
  throw new Error('no folder that PostgreSQL could use')
}
