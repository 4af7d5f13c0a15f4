import type { Db, Me } from '#platform/server/db.ts'
import { type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'
import * as contract from './contract.ts'
import {
  type CertificationAction,
  certificationState,
  daysLeft,
  mayCertification,
  refuseCertification,
} from './rules.ts'
import * as store from './store.ts'

type Listed = {
  officer_id: string | null
  today: string
  me: string
  admin: boolean
  page_size: number
  rows: unknown[]
  types: string[]
}

const shownTo = (row: unknown, { today, me, admin }: Listed): contract.Certification => {
  const { renewed, ...facts } = contract.FoundCertification.parse(row)
  return {
    ...facts,
    state: certificationState({ expires_on: facts.expires_on, renewed }, today),
    days_left: daysLeft(facts.expires_on, today),
    may: mayCertification(
      { officer_id: facts.officer_id, verified: facts.verified_at !== null },
      { officer_id: me, admin },
    ),
  }
}

type Input = { type: string; number: string; issued_on: string; expires_on: string; verified: boolean }
const writtenOf = (input: Input): store.Written => ({
  type: input.type,
  number: input.number || null,
  issued_on: input.issued_on,
  expires_on: input.expires_on || null,
  verified: input.verified,
})
const byOf = (me: Me) => ({ officer_id: me.officer_id ?? '', admin: me.role === 'admin' })
const fromTomorrow = () => refuseField('issued_on', "The issue date can't be in the future.")

/** The certificate, locked, and why the person may not perform this action on it. */
const ask = async (db: Db, id: string, action: CertificationAction, me: Me) => {
  const found = await store.lockCertification(db, id)
  if (!found) return { found: null, code: 'not_found' as const }
  return { found, code: refuseCertification(action, found, byOf(me)) }
}

export const routes: readonly Route[] = [
  read(contract.listCertifications, store.listCertifications, ([row]) => {
    const listed = row as unknown as Listed
    if (listed.officer_id === null) return refuse('not_found')
    const items = listed.rows.slice(0, listed.page_size).map((one) => shownTo(one, listed))
    const last = items.at(-1)
    const more = listed.rows.length > listed.page_size && last
    return { items, next: more ? `${last.expires_on ?? '9999-12-31'}_${last.id}` : null, types: listed.types }
  }),

  write(contract.addCertification, async ({ db, input, me }) => {
    const by = byOf(await me())
    const own = input.officer_id === by.officer_id
    const { today, officer } = await store.findToday(db, input.officer_id)
    if (!officer || (!own && !by.admin)) return refuse('not_found')
    if (own && input.verified) return refuse('own_certification')
    if (input.issued_on > today) return fromTomorrow()
    const row = await store.insertCertification(db, input.officer_id, writtenOf(input))
    if (!row) throw new Error('no row came back')
    return row
  }),

  write(contract.editCertification, async ({ db, input, me }) => {
    const by = await me()
    const { found, code } = await ask(db, input.id, 'edit', by)
    if (!found || code) return refuse(code ?? 'not_found')
    if (input.verified && (found.officer_id === by.officer_id || by.role !== 'admin'))
      return refuse('own_certification')
    if (found.version !== input.version) return refuse('changed_meanwhile')
    const { today } = await store.findToday(db, found.officer_id)
    if (input.issued_on > today) return fromTomorrow()
    const row = await store.updateCertification(db, found.id, writtenOf(input))
    if (!row) throw new Error('the locked row is gone')
    return row
  }),

  write(contract.verifyCertification, async ({ db, input, me }) => {
    const { found, code } = await ask(db, input.id, 'verify', await me())
    if (!found || code) return refuse(code ?? 'not_found')
    if (found.version !== input.version) return refuse('changed_meanwhile')
    await store.updateVerified(db, found.id)
    return { done: true }
  }),

  write(contract.removeCertification, async ({ db, input, me }) => {
    const { found, code } = await ask(db, input.id, 'remove', await me())
    if (!found) return refuse('not_found')
    if (code === 'certification_verified' || code === 'not_found') return refuse(code)
    await store.deleteCertification(db, found.id)
    return { done: true }
  }),
]
