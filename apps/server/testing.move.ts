import { randomUUID } from 'node:crypto'
import { backupKeyOf } from '#platform/server/backup/sealed-file.ts'
import { hashPassword } from '#platform/server/passwords.ts'
import type { TestServer } from '#platform/server/testing.ts'
import { keyedHash, openVault, seal } from '#platform/server/vault.ts'

/** The keys of two installations, and the one that both know for a move. */
export const oldSecret = 'the secret of the old installation, 32+'
export const newSecret = 'the secret of the new installation, 32+'
export const moveKey = backupKeyOf('the key of one move between the two')
export const password = 'copper lantern 93 wheat'
export const seed = Buffer.from('12345678901234567890')

/** Does something as the installation with this secret. */
export const asInstallation = async <T>(secret: string, work: () => Promise<T>): Promise<T> => {
  openVault(secret)
  try {
    return await work()
  } finally {
    openVault('the secret of an installation for tests')
  }
}

type Person = { user_id: string; officer_id: string }
const give = async (server: TestServer, one: Person, kind: 'app' | 'passkey') => {
  const of = { account_id: one.user_id, kind, name: kind, confirmed_at: new Date() }
  const key = { credential_id: Buffer.from(one.user_id), public_key: Buffer.from('public') }
  await server.insert('factors', kind === 'app' ? { ...of, secret: seal(seed, one.user_id) } : { ...of, ...key })
  await server.rows('update memberships set second_factor = true where account_id = $1', [one.user_id])
}

/** A delivery that waits, one that was sent, a phone and a code on its way. */
const reach = async (server: TestServer, of: { organization_id: string; officer_id: string }) => {
  const delivery = {
    ...of,
    ...{ event: 'ordered_in', audience: 'officer', channel: 'text', title: 'T', message: 'M', target_id: randomUUID() },
    ...{ told_at: new Date(), planned_at: new Date(), next_try_at: new Date() },
  }
  await server.insert('deliveries', delivery)
  await server.insert('deliveries', { ...delivery, state: 'sent', outcome: 'sent', sent_at: new Date() })
  const number = '+13125550182'
  await server.insert('phones', {
    ...of,
    ...{ number, number_hash: keyedHash(number, 'phone'), consent_text: 'I agree.', code_hash: Buffer.alloc(32) },
  })
}

/**
 * A department with every kind of person: one with an authenticator, one with a passkey, one who also works elsewhere, one on the
 * vendor's staff; next to another department that stays.
 */
export const makeDepartment = async (server: TestServer) => {
  const hash = await hashPassword(password)
  const house = await server.makeOrganization({ name: 'Mover PD' })
  const other = await server.makeOrganization({ name: 'Stayer PD' })
  const [chief, ann, ben, cho, dee] = [
    await server.makePerson(house, { role: 'admin', name: 'Chief' }),
    await server.makePerson(house, { name: 'Ann' }),
    await server.makePerson(house, { name: 'Ben' }),
    await server.makePerson(house, { name: 'Cho' }),
    await server.makePerson(house, { name: 'Dee' }),
  ]
  const stays = await server.makePerson(other, { name: 'Stays' })
  await server.rows('update accounts set password_hash = $1', [hash])
  const row = { organization_id: other.id, user_id: cho.user_id, name: 'Cho', email: cho.email, email_key: cho.email }
  await server.insert('officers', { ...row, approved: true, role: 'officer' })
  const staff = { email: dee.email, email_key: dee.email, active: true, account_id: dee.user_id }
  await server.insert('super_admin_users', staff)
  for (const one of [chief, cho, dee]) await give(server, one, 'app')
  await give(server, ben, 'passkey')
  await server.insert('recovery_codes', { account_id: chief.user_id, hashes: [Buffer.alloc(32)] })
  await reach(server, { organization_id: house.id, officer_id: ann.officer_id })
  const letter = { organization_id: house.id, kind: 'support', officer_id: ann.officer_id, quiet_until: new Date() }
  await server.insert('contact_requests', {
    ...letter,
    asked_by: ann.user_id,
    worked_by: dee.user_id,
    created_at: new Date(0),
  })
  return { house, other, chief, ann, ben, cho, dee, stays }
}

/** Every row of every table, as text: what a refused import must not change. */
export const everything = async (server: TestServer): Promise<string> => {
  const tables = await server.rows<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  const texts = tables.map(
    ({ name }) => `(select '${name} ' || md5(string_agg(t::text, '|' order by t::text)) from "${name}" t)`,
  )
  const [row] = await server.rows<{ text: string }>(
    `select array_to_string(array[${texts.join(', ')}], chr(10)) as text`,
  )
  return row?.text ?? ''
}
