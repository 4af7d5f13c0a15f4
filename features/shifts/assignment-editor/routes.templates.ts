import { type AssignmentSeen, Work } from '#features/shifts/assignments/contract.shapes.ts'
import { type Route, read, refuse, write } from '#platform/server/route.ts'
import { daysBetween } from '#platform/shared/time.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { deleteTemplate, listTemplates, renameTemplate, saveTemplate, type TemplateBody } from './contract.templates.ts'
import {
  countTemplates,
  deleteTemplateRow,
  insertTemplate,
  listTemplateRows,
  updateTemplateName,
} from './store.templates.ts'
import { lockAssignment } from './store.write.ts'

/** Maximum number of templates per department: the menu shows all of them. */
const MOST = 200

const bodyOf = (seen: AssignmentSeen): TemplateBody => {
  const [start, end] = [wallOf(seen.starts_at, seen.time_zone), wallOf(seen.ends_at, seen.time_zone)]
  const own = (instant: string, assignments: string) =>
    instant === assignments ? null : wallOf(instant, seen.time_zone).time
  return {
    ...Work.parse(seen),
    time_zone: seen.time_zone,
    start_time: start.time,
    end_time: end.time,
    end_days: daysBetween(start.date, end.date),
    posts: seen.posts.map((post) => ({
      name: post.name,
      required_count: post.required_count,
      requirements: post.requirements,
      split_minutes: post.split_minutes,
      start_time: own(post.starts_at, seen.starts_at),
      end_time: own(post.ends_at, seen.ends_at),
    })),
    min_required: seen.min_required,
    signup_mode: seen.signup_mode,
  }
}

const named = { constraints: { assignment_templates_organization_id_name_key: 'name_taken' } } as const

export const routes: readonly Route[] = [
  read(listTemplates, listTemplateRows),
  write(
    saveTemplate,
    async ({ db, input }) => {
      const locked = await lockAssignment(db, input.assignment_id)
      if (!locked) return refuse('not_found')
      if ((await countTemplates(db)) >= MOST) return refuse('too_many_templates', { most: MOST })
      return { id: await insertTemplate(db, input.name, bodyOf(locked.seen)) }
    },
    named,
  ),
  write(
    renameTemplate,
    async ({ db, input }) =>
      (await updateTemplateName(db, input.id, input.name)) === 0 ? refuse('not_found') : { done: true },
    named,
  ),
  write(deleteTemplate, async ({ db, input }) =>
    (await deleteTemplateRow(db, input.id)) === 0 ? refuse('not_found') : { done: true },
  ),
]
