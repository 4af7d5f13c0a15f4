import { rmSync } from 'node:fs'
import { DAY } from '#platform/shared/time.ts'
import { baseFolder, instantOf, listCopies, listSegments, readManifest, segmentOf } from './folder.ts'
import type { BackupKey } from './sealed-file.ts'

/** However old they are. */
const keptAlways = 2

/** Ids of the copies that nothing needs anymore: older than so many days, but never the newest two. */
export const outdated = (ids: readonly string[], keepDays: number, now: Date): string[] =>
  ids
    .toSorted()
    .slice(0, -keptAlways)
    .filter((id) => now.getTime() - instantOf(id).getTime() > keepDays * DAY)

/** `000000010000000A000000FF` without its timeline, which says nothing about the order; null for a history. */
export const placeInLog = (segment: string): string | null => (/^[0-9A-F]{24}$/.test(segment) ? segment.slice(8) : null)

/** Deletes outdated copies, and the log from before the oldest that is left. */
export const dropOutdated = async (
  folder: string,
  keepDays: number,
  keys: readonly BackupKey[],
  now = new Date(),
): Promise<void> => {
  for (const id of outdated(listCopies(folder), keepDays, now))
    rmSync(baseFolder(folder, id), { recursive: true, force: true })
  const [oldest] = listCopies(folder)
  if (oldest === undefined) return
  const from = placeInLog((await readManifest(folder, oldest, keys)).first_segment) ?? ''
  for (const name of listSegments(folder)) {
    // The label of a copy in the log, `<segment>.<offset>.backup`, is needed as long as its segment.
    const place = placeInLog(name.slice(0, 24))
    if (place !== null && place < from) rmSync(segmentOf(folder, name))
  }
}
