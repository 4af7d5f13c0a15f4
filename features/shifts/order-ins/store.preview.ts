import { type EligibilityRow, eligibilityColumns, withRules } from '#features/shifts/eligibility/store.facts.ts'
import { postOf } from '#features/shifts/eligibility/store.ts'
import { onRoster } from '#platform/server/active-officer.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { missing } from './store.calls.ts'
import { type ForceFacts, forceFacts } from './store.ts'

export type PreviewRow = EligibilityRow & {
  officer_id: string
  name: string
  missing: number
  units: string[]
  /** An open offer keeps a spot of the post for the officer. */
  offered: boolean
  /** When the officer requested the post, if that is undecided. */
  requested_at: Date | null
  /** In the first row alone. */
  force: ForceFacts | null
}

/** Everyone on the roster with all that a call for the post asks, and the force list's facts in the first row. No row without the post. */
export const previewCall = (at: { assignment_id: string; post_id: string }) => sql`
  select o.id as officer_id, o.name, ${eligibilityColumns}, m.missing, m.units,
    exists (select from place_holds h
      join officer_assignments s on s.organization_id = h.organization_id and s.id = h.signup_id
      where ${ours('h')} and h.post_id = ${at.post_id}::uuid and h.kind = 'offered' and h.until > now()
        and s.officer_id = o.id) as offered,
    (select max(s.applied_at) from officer_assignments s where ${ours('s')} and s.officer_id = o.id
      and s.post_id = ${at.post_id}::uuid and s.status = 'pending_approval') as requested_at,
    case when row_number() over () = 1 then (select f.facts from (${forceFacts()}) f) end as force
  from assignments a
  join ${postOf({ post_id: at.post_id })} on p.organization_id = a.organization_id and p.assignment_id = a.id
  cross join lateral (select ${missing} as missing,
      array(select jsonb_array_elements_text(coalesce(p.requirements -> 'units', '[]'))) as units
    from posts p where ${ours('p')} and p.id = ${at.post_id}::uuid) m
  join officers o on o.organization_id = a.organization_id and ${onRoster(sql`o`)}
  ${withRules}
  where ${ours('a')} and a.id = ${at.assignment_id}::uuid`
