import { type Route, read, refuse, write } from '#platform/server/route.ts'
import { isoInstant } from '#platform/shared/time.ts'
import * as contract from './contract.ts'
import type { TourFacts } from './rules.ts'
import * as officers from './store.officers.ts'
import * as platoons from './store.platoons.ts'
import { toursOf } from './store.ts'

type Found = {
  officer_id: string
  today: string
  from: string
  days: number
  zone: string
  starts_at: Date
  ends_at: Date
  facts: TourFacts
  memberships: []
  shifts: []
  exceptions: []
}

const nameTaken = { constraints: { platoons_name: 'platoon_name_taken' } } as const

export const routes: readonly Route[] = [
  read(contract.listPlatoons, platoons.listPlatoons),
  read(contract.getPlatoon, platoons.findPlatoon),
  read(contract.listMembers, platoons.listMembers),

  write(
    contract.createPlatoon,
    async ({ db, input: { name, unit, ...schedule } }) => {
      const made = await platoons.insertPlatoon(db, { name, unit: unit || null })
      if (!made) throw new Error('no row came back')
      await platoons.upsertSchedule(db, made.id, schedule)
      return made
    },
    nameTaken,
  ),

  write(
    contract.editPlatoon,
    async ({ db, input }) => {
      const found = await platoons.lockPlatoon(db, input.platoon_id)
      if (!found) return refuse('not_found')
      if (found.version !== input.version) return refuse('changed_meanwhile')
      const { name, unit, ended_on } = input
      const row = await platoons.updatePlatoon(db, found.id, { name, unit: unit || null, ended_on: ended_on || null })
      if (!row) throw new Error('the locked row is gone')
      return row
    },
    nameTaken,
  ),

  write(contract.putSchedule, async ({ db, input: { platoon_id, ...schedule } }) => {
    if (!(await platoons.lockPlatoon(db, platoon_id))) return refuse('not_found')
    await platoons.upsertSchedule(db, platoon_id, schedule)
    return { done: true }
  }),

  write(contract.removeSchedule, async ({ db, input }) => {
    if (!(await platoons.lockPlatoon(db, input.platoon_id))) return refuse('not_found')
    const before = await platoons.countSchedules(db, input.platoon_id)
    if ((await platoons.deleteSchedule(db, input.platoon_id, input.starts_on)) === 0) return refuse('not_found')
    return before === 1 ? refuse('only_schedule') : { done: true }
  }),

  write(
    contract.joinPlatoon,
    async ({ db, input, me }) => {
      const officer = await platoons.lockOfficer(db, input.officer_id)
      if (!officer) return refuse('not_found')
      if (officer.id === (await me()).officer_id) return refuse('own_tours')
      if (input.platoon_id !== null) {
        const platoon = await platoons.lockPlatoon(db, input.platoon_id)
        if (!platoon) return refuse('not_found')
        if (!officer.active) return refuse('officer_not_active')
        if (platoon.ended_on !== null && platoon.ended_on <= input.starts_on) return refuse('platoon_ended')
      }
      await platoons.updateMembership(db, input)
      return { done: true }
    },
    { constraints: { members_one_platoon: 'changed_meanwhile' } },
  ),

  read(contract.getTours, officers.findTours, ([row]) => {
    const found = row as unknown as Found | undefined
    if (!found) return refuse('not_found')
    const { facts, zone, starts_at, ends_at, ...shown } = found
    const range = { starts_at: isoInstant(starts_at), ends_at: isoInstant(ends_at) }
    const tours = toursOf(facts, range, zone).map((tour) => ({ ...tour, title: tour.title ?? null }))
    return { ...shown, tours, leaves: [...facts.leaves] }
  }),

  write(
    contract.addException,
    async ({ db, input, me }) => {
      const officer = await platoons.lockOfficer(db, input.officer_id)
      if (!officer) return refuse('not_found')
      if (input.officer_id === (await me()).officer_id) return refuse('own_tours')
      if (!officer.active) return refuse('officer_not_active')
      const off = input.kind === 'off'
      const row = await officers.insertException(db, {
        ...input,
        works_on: input.kind === 'swap' ? input.works_on : null,
        start_time: off ? null : input.start_time,
        minutes: off ? null : input.minutes,
        note: input.note || null,
      })
      if (!row) throw new Error('no row came back')
      return row
    },
    { constraints: { exceptions_off: 'day_off_already' } },
  ),

  write(contract.removeException, async ({ db, input }) => {
    if (await officers.isOwnException(db, input.exception_id)) return refuse('own_tours')
    return (await officers.deleteException(db, input.exception_id)) === 0 ? refuse('not_found') : { done: true }
  }),
]
