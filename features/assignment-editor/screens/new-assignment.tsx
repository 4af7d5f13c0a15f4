import { listTemplates } from '#features/assignment-templates/contract.ts'
import { listAssignments, readBoard } from '#features/assignments/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { PageHeader, WayBack } from '#platform/web/ui/page.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useGo, useUrlValue } from '#platform/web/url.ts'
import { type EditorValues, newInputOf, newValues, seriesInputOf, valuesOfTemplate } from '../client.ts'
import { createAssignment, createSeries } from '../contract.ts'
import { Editor } from '../parts/editor.tsx'

const stale = [listAssignments, readBoard]

const NewEditor = ({ start, template }: { start: EditorValues; template: string | null }) => {
  const go = useGo()
  const create = useWrite(createAssignment, { invalidates: stale })
  const createAll = useWrite(createSeries, { invalidates: stale })
  const save = async (values: EditorValues, publish: boolean) => {
    const done = publish ? 'Published' : 'Saved as draft'
    if (values.repeats) {
      const { items } = await createAll.run(seriesInputOf(values, publish))
      toast.success(done, `${items.length} shifts of “${values.title.trim()}”.`)
      go(paths.adminAssignment(items[0]?.id ?? ''))
      return
    }
    const { id } = await create.run(newInputOf(values, publish))
    toast.success(done, `“${values.title.trim()}”`)
    go(paths.adminAssignment(id))
  }
  return (
    <Editor
      start={start}
      draftKey={`assignment:new:${template ?? ''}`}
      stage="new"
      onSave={save}
      back={
        <ButtonLink look="quiet" to={paths.adminAssignments()} wide>
          Back to the list
        </ButtonLink>
      }
    />
  )
}

const NewAssignment = () => {
  const { time_zone, signup_mode } = useOrganization()
  const [template] = useUrlValue('template')
  const templates = useRead(listTemplates, {}, { enabled: template !== null })
  const chosen = templates.data?.items.find((one) => one.id === template)
  const waits = template !== null && templates.isPending
  return (
    <>
      <PageHeader
        title="New assignment"
        before={<WayBack to={paths.adminAssignments()}>All assignments</WayBack>}
        hint={
          chosen
            ? `From the template “${chosen.name}”.`
            : 'Times are the department’s own; what you type is kept until it is sent.'
        }
      />
      {waits ? (
        <CardSkeleton lines={6} />
      ) : templates.error ? (
        <ErrorState error={templates.error} retry={() => void templates.refetch()} />
      ) : (
        <NewEditor
          key={template}
          start={chosen ? valuesOfTemplate(chosen.body) : newValues(time_zone, signup_mode)}
          template={template}
        />
      )}
    </>
  )
}

export default NewAssignment
