import { type Refusal, type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'
import { JOIN_MOST, joinMany, listUnits } from './contract.members.ts'
import * as members from './store.members.ts'
import * as platoons from './store.platoons.ts'

export const routes: readonly Route[] = [
  read(listUnits, members.listUnits),

  write(
    joinMany,
    async ({ db, input, me }) => {
      const { platoon_id, starts_on } = input
      if (input.officer_ids.includes((await me()).officer_id ?? '')) return refuse('own_tours')
      const officers = await members.lockToJoin(db, input)
      const chosen = new Set(input.officer_ids)
      if ([...chosen].some((id) => !officers.some((one) => one.id === id))) return refuse('not_found')
      const gone = officers.filter((one) => !one.active)
      if (gone.length > 0) return refuse('officer_not_active', { names: gone.map((one) => one.name).join(', ') })
      const platoon = await platoons.lockPlatoon(db, platoon_id)
      if (!platoon) return refuse('not_found')
      if (platoon.ended_on !== null && platoon.ended_on <= starts_on) return refuse('platoon_ended')
      const joining = officers.filter((one) => !one.member)
      if (joining.length > JOIN_MOST)
        return refuseField(
          'unit',
          `Add at most ${JOIN_MOST} at once. Choose officers instead.`,
        ) as Refusal<'invalid_input'>
      for (const { id } of joining) await platoons.updateMembership(db, { officer_id: id, platoon_id, starts_on })
      return { joined: joining.length }
    },
    { constraints: { members_one_platoon: 'changed_meanwhile' } },
  ),
]
