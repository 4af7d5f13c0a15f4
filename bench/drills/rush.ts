import { randomUUID } from 'node:crypto'
import { signUp } from '#features/shifts/signups/contract.ts'
import { fillDatabase, refreshSessions, type Size } from '../data.ts'
import { option, startCluster, startServer, withClient } from '../ground.ts'
import { idOf, secretOf } from '../ids.ts'
import { makeAsker } from './ask.ts'

/**
 * Usage: npm run drills -- rush [--rounds 1000]. 200 officers compete for the last 3 spots at the same time. In each round 3 get
 * a spot, 197 are told the shift is full, and the counter equals the number of rows.
 */
const rounds = Number(option('rounds') ?? 1000)
const rivals = 200
const places = 3
const size: Size = { organizations: 1, officers: rivals + 2, assignments: 1, open: rounds, history: false }

const { ask, close } = makeAsker(rivals)

/** The response a person gets when signing up for this round's job. */
const rush = async (port: number, round: number, person: number): Promise<string> => {
  const path = signUp.path.replace(':assignment_id', idOf('open_assignment', round))
  const body = { post_id: idOf('open_post', round) }
  const write = { method: signUp.method, body, key: randomUUID() }
  let { status, text } = await ask(port, path, `watchbill=${secretOf(person)}`, write)
  // Callers asked to retry do so with the same key.
  for (let again = 0; status === 503 && again < 20; again++) {
    await new Promise((go) => setTimeout(go, 500))
    ;({ status, text } = await ask(port, path, `watchbill=${secretOf(person)}`, write))
  }
  return status === 200 ? '200' : `${status} ${/"code":"(\w+)"/.exec(text)?.[1]}`
}

const countWrong = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ wrong: number }>(
      `select count(*)::int as wrong from posts p where starts_at > now() + interval '65 days'
        and (confirmed_count <> $1 or $1 <> (select count(*) from officer_assignments s where s.post_id = p.id
          and app.holds_place(s.status)))`,
      [places],
    )
    return rows[0]?.wrong ?? -1
  })

/** Officers with two overlapping shifts; must be zero. */
const countOverlaps = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from officer_assignments a join officer_assignments b on a.officer_id = b.officer_id
        and a.id < b.id and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)`,
    )
    return rows[0]?.n ?? -1
  })

export const run = async (): Promise<boolean> => {
  const cluster = await startCluster()
  try {
    const url = await fillDatabase(cluster.url, 'drill_rush', size)
    await withClient(url, async (client) => {
      await client.query(`delete from officer_assignments; truncate idempotency_keys, audit_entries, outbox`)
      await client.query(`update posts set required_count = $1, confirmed_count = 0`, [places])
    })
    await refreshSessions(url)
    const server = await startServer(url)
    const answered: Record<string, number> = {}
    for (let round = 0; round < rounds; round++) {
      // Idle sessions would expire: the drill lasts longer than a session.
      if (round % 200 === 199) await refreshSessions(url)
      const answers = await Promise.all(Array.from({ length: rivals }, (_, i) => rush(server.port, round, i + 2)))
      for (const answer of answers) answered[answer] = (answered[answer] ?? 0) + 1
    }
    close()
    await server.stop()
    const [wrong, overlaps] = [await countWrong(url), await countOverlaps(url)]
    process.stdout.write(`${rounds} rounds of ${rivals} for ${places}: ${JSON.stringify(answered)}\n`)
    process.stdout.write(
      `Posts whose holders are not ${places}: ${wrong}. Officers on two shifts at once: ${overlaps}.\n`,
    )
    return (
      wrong === 0 &&
      overlaps === 0 &&
      answered['200'] === rounds * places &&
      answered['409 full'] === rounds * (rivals - places)
    )
  } finally {
    await cluster.stop()
  }
}
