import { randomBytes } from 'node:crypto'
import { type Route, read, refuse, write } from '#platform/server/route.ts'
import { hashToken } from '#platform/server/run.ts'
import { isoInstant } from '#platform/shared/time.ts'
import * as contract from './contract.ts'
import { feedPath } from './routes.feed.ts'
import { type FileFacts, fileOf } from './store.shape.ts'
import { findLink, findShiftFile, insertLink, lockOfficer, updateRevoked } from './store.ts'

export const routes: readonly Route[] = [
  read(contract.readLink, findLink),

  write(contract.makeLink, async ({ db, request }) => {
    // Vendor support is not on the roster.
    if (!(await lockOfficer(db))) return refuse('not_found')
    const secret = randomBytes(32).toString('base64url')
    await updateRevoked(db, 'replaced')
    const created_at = await insertLink(db, hashToken(secret))
    return { url: `${request.origin}${feedPath(secret)}`, created_at: isoInstant(created_at) }
  }),

  write(contract.revokeLink, async ({ db }) => {
    if (!(await lockOfficer(db))) return refuse('not_found')
    return { done: (await updateRevoked(db, 'by_officer')) > 0 }
  }),

  read(
    contract.readShiftFile,
    (input, { origin }) => findShiftFile(input, origin),
    ([row]) => (row ? fileOf(row.facts as FileFacts) : refuse('not_found')),
  ),
]
