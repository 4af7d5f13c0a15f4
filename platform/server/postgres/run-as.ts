import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../start-error.ts'

/** The account PostgreSQL runs under. `switched`: not our own, because PostgreSQL refuses to run as root. */
export type RunAs = { uid: number; gid: number; switched: boolean }

type Account = { name: string; uid: number; gid: number }

function accounts(): Account[] {
  let text = ''
  try {
    text = readFileSync('/etc/passwd', 'utf8')
  } catch {
    // Without the account list only our own account remains; the caller reports that.
  }
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}

/** Keeps a cluster's existing owner, so that a data folder can be started as root and as its owner in turn. */
export function chooseRunAs(cluster: string): RunAs {
  const uid = process.getuid?.()
  const gid = process.getgid?.()
  if (uid === undefined || gid === undefined) throw new StartError(noEmbedded('on this system'))
  if (uid !== 0) return { uid, gid, switched: false }
  const known = accounts()
  const owner = ownerOf(cluster) || ownerOf(dirname(cluster))
  const chosen =
    known.find((account) => owner !== 0 && account.uid === owner) ??
    known.find((account) => account.name === 'nobody') ??
    known.find((account) => account.uid !== 0)
  if (!chosen)
    throw new StartError('PostgreSQL does not run as root and this system has no other account; set DATABASE_URL')
  return { uid: chosen.uid, gid: chosen.gid, switched: true }
}

/** 0 if nothing exists yet: root's own folder does not say who should own the data. */
function ownerOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.uid ?? 0
}

export function noEmbedded(where: string): string {
  return `The embedded PostgreSQL does not run ${where}; set DATABASE_URL to a PostgreSQL 15 or newer`
}
