import { useState } from 'react'
import { getOfficer } from '#features/roster/officers/contract.ts'
import { listAssignments, readAssignment, readBoard } from '#features/shifts/assignments/contract.ts'
import { assignToShift } from '#features/shifts/replacements/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { isDate } from '#platform/shared/time.ts'
import { dropDraft, hasDraft } from '#platform/web/forms/contract-form.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { dayAndClock } from '#platform/web/time.ts'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader, WayBack } from '#platform/web/ui/page.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { idOrNull, useGo, useUrlValue } from '#platform/web/url.ts'
import { wordsFor } from '#platform/web/words.ts'
import { type UsualOf, useUsualMode } from '../client.mode.ts'
import { type EditorValues, newInputOf, newValues, seriesInputOf, valuesLike, valuesOfTemplate } from '../client.ts'
import { listTemplates } from '../contract.templates.ts'
import { createAssignment, createSeries } from '../contract.ts'
import { Editor } from '../parts/editor.tsx'
import { UseTemplate } from '../parts/templates.tsx'

const stale = [listAssignments, readBoard]

type Assignee = { id: string; name: string } | null

/** The officer the shift is for: assigned once it is published. A refusal is shown, and the shift stays. */
const useAssign = (officer: Assignee) => {
  const assigning = useWrite(assignToShift)
  return async (assignment_id: string): Promise<string> => {
    if (!officer) return ''
    try {
      await assigning.run({ assignment_id, officer_id: officer.id })
      return `${officer.name} was assigned.`
    } catch (error) {
      return `${officer.name} wasn't assigned: ${wordsFor(error).text}`
    }
  }
}

type NewProps = { start: EditorValues; draft: string; officer: Assignee; usual: UsualOf | undefined }
const NewEditor = ({ start, draft, officer, usual }: NewProps) => {
  const draftKey = `assignment:new:${draft}`
  const [kept, setKept] = useState(() => hasDraft(draftKey))
  const [round, setRound] = useState(0)
  const go = useGo()
  const assign = useAssign(officer)
  const create = useWrite(createAssignment, { invalidates: stale })
  const createAll = useWrite(createSeries, { invalidates: stale })
  const save = async (values: EditorValues, publish: boolean) => {
    const done = publish ? 'Published' : 'Saved as draft'
    if (values.repeats) {
      const { items } = await createAll.run(seriesInputOf(values, publish))
      toast.success(done, `${items.length} shifts of "${values.title.trim()}".`)
      go(paths.adminAssignment(items[0]?.id ?? ''))
      return
    }
    const { id } = await create.run(newInputOf(values, publish))
    const assigned = publish ? await assign(id) : ''
    toast.success(done, assigned || `"${values.title.trim()}"`)
    go(paths.adminAssignment(id))
  }
  return (
    <Editor
      key={round}
      start={start}
      draftKey={draftKey}
      stage="new"
      {...(usual ? { usual } : {})}
      onSave={save}
      notice={() =>
        kept && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-soft">
            Your unsaved entries were restored.
            <Button
              size="small"
              look="quiet"
              onClick={() => {
                dropDraft(draftKey)
                setKept(false)
                setRound(round + 1)
              }}
            >
              Start over
            </Button>
          </p>
        )
      }
      back={
        <ButtonLink look="quiet" to={paths.adminAssignments()} wide>
          Back to list
        </ButtonLink>
      }
    />
  )
}

/** Prefills from a schedule cell: its day, and its row's unit for every post. */
const filledIn = (values: EditorValues, date: string | null, unit: string | null): EditorValues => ({
  ...values,
  ...(date && isDate(date) ? { starts: { ...values.starts, date } } : {}),
  ...(unit ? { posts: values.posts.map((post) => ({ ...post, units: [unit] })) } : {}),
})

/** The officer in whose row the shift was started. */
const useAssignee = () => {
  const [named, setNamed] = useUrlValue('officer')
  const may = useMay()
  const id = may(assignToShift) ? idOrNull(named) : null
  const read = useRead(getOfficer, { officer_id: id ?? '' }, { enabled: id !== null })
  const officer: Assignee = id && read.data ? { id, name: read.data.name } : null
  const notice = officer && (
    <div className="mb-4 max-w-4xl">
      <Notice title={`For ${officer.name}`}>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          Assigned when you publish a single shift.
          <Button size="small" onClick={() => setNamed(null)}>
            Don't assign
          </Button>
        </span>
      </Notice>
    </div>
  )
  return { officer, asked: id !== null && read.isPending, notice }
}

const NewAssignment = () => {
  const { time_zone, signup_mode } = useOrganization()
  const [template, setTemplate] = useUrlValue('template')
  const [date] = useUrlValue('date')
  const [unit] = useUrlValue('unit')
  const [named] = useUrlValue('like')
  const like = idOrNull(named)
  const model = useRead(readAssignment, { id: like ?? '' }, { enabled: like !== null })
  const { officer, asked, notice } = useAssignee()
  const templates = useRead(listTemplates, {}, { enabled: template !== null })
  const chosen = templates.data?.items.find((one) => one.id === template)
  const { usual: ofType, pending } = useUsualMode()
  // Assigned manually, or as the template says: no rule decides.
  const decided = template !== null || like !== null || officer !== null
  const usual = decided ? undefined : ofType
  const waits =
    (like !== null && model.isPending) ||
    (template !== null && templates.isPending) ||
    (asked && !officer) ||
    (pending && !decided)
  return (
    <>
      <PageHeader
        title="New shift"
        before={<WayBack to={paths.adminAssignments()}>All shifts</WayBack>}
        hint={
          chosen
            ? `From the template "${chosen.name}".`
            : model.data
              ? `Copied from "${model.data.title}" on ${dayAndClock(model.data.starts_at, model.data.time_zone)}.`
              : undefined
        }
        actions={like === null && <UseTemplate onPick={setTemplate} />}
      />
      {notice}
      {waits ? (
        <CardSkeleton lines={6} />
      ) : templates.error ? (
        <ErrorState error={templates.error} retry={() => void templates.refetch()} />
      ) : (
        <NewEditor
          key={`${template} ${date} ${unit} ${like}`}
          officer={officer}
          start={filledIn(
            chosen
              ? valuesOfTemplate(chosen.body)
              : model.data
                ? valuesLike(model.data, date ?? '')
                : newValues(time_zone, usual?.('overtime').mode ?? signup_mode),
            date,
            model.data ? null : unit,
          )}
          usual={usual}
          draft={[template ?? '', date, unit, like].filter((part) => part !== null).join(':')}
        />
      )}
    </>
  )
}

export default NewAssignment
