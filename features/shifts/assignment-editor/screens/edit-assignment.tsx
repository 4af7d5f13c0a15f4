import { useState } from 'react'
import { notifiedWords } from '#features/roster/officers/words.contact.ts'
import type { Assignment } from '#features/shifts/assignments/contract.shapes.ts'
import { listAssignments, publishAssignment, readAssignment, readBoard } from '#features/shifts/assignments/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/api.ts'
import { type Conflict, ConflictNotice, conflictIn } from '#platform/web/forms/conflict.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { PageHeader, WayBack } from '#platform/web/ui/page.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState, RefusedState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useGo, usePathPart } from '#platform/web/url.ts'
import { type EditorValues, fieldsOf, valuesOf } from '../client.ts'
import { editAssignment } from '../contract.ts'
import { Editor } from '../parts/editor.tsx'
import { type Decided, EditorDecisions, neededIn } from '../parts/editor-decisions.tsx'
import type { Needed } from '../rules.decisions.ts'
import { columnWords } from '../words.ts'

const stale = [listAssignments, readBoard, readAssignment]
type Waiting = { values: EditorValues; publish: boolean; officers: Needed[] }

const useSave = (seen: Assignment, done: () => void) => {
  const edit = useWrite(editAssignment, { invalidates: stale })
  const publish = useWrite(publishAssignment, { invalidates: stale })
  const [version, setVersion] = useState(seen.version)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const save = async (values: EditorValues, publishes: boolean, decisions: Decided = []) => {
    try {
      const saved = await edit.run({ ...fieldsOf(values), id: seen.id, version, decisions })
      setVersion(saved.version)
      if (publishes) {
        const { date, time } = values.publish_at
        const publish_at = date || time ? { date, time } : null
        await publish.run({ id: seen.id, publish_at, reason: values.backdate_reason })
      }
      toast.success(publishes ? 'Published' : 'Saved', notifiedWords(saved.concerned, saved.unreached))
      setWaiting(null)
      done()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'decisions_needed')
        setWaiting({ values, publish: publishes, officers: neededIn(error.details) })
      else setWaiting(null)
      if (error instanceof ApiError && error.code === 'changed_meanwhile')
        setConflict(conflictIn(error.details, columnWords))
      throw error
    }
  }
  return { save, conflict, setConflict, waiting, setWaiting, setVersion, busy: edit.pending || publish.pending }
}

const Editing = ({ seen, onTakeTheirs }: { seen: Assignment; onTakeTheirs: () => void }) => {
  const go = useGo()
  const draftKey = `assignment:${seen.id}:${seen.version}`
  const { save, conflict, setConflict, waiting, setWaiting, setVersion, busy } = useSave(seen, () => {
    sessionStorage.removeItem(`draft:${draftKey}`)
    go(paths.adminAssignment(seen.id))
  })
  return (
    <>
      <Editor
        start={valuesOf(seen)}
        draftKey={draftKey}
        stage={seen.status === 'draft' ? 'draft' : 'published'}
        modeFixed={seen.live_count > 0}
        confirmed={seen.posts.reduce((sum, { confirmed_count }) => sum + confirmed_count, 0)}
        awardedAt={seen.awarded_at}
        onSave={save}
        notice={() =>
          conflict && (
            <ConflictNotice
              conflict={conflict}
              onTakeTheirs={() => {
                sessionStorage.removeItem(`draft:${draftKey}`)
                onTakeTheirs()
              }}
              onKeepMine={() => {
                setVersion(conflict.version)
                setConflict(null)
                toast.success('Your version will replace theirs', 'Select Save to replace their version.')
              }}
            />
          )
        }
        back={
          <ButtonLink look="quiet" to={paths.adminAssignment(seen.id)} wide>
            Back without saving
          </ButtonLink>
        }
      />
      <EditorDecisions
        officers={waiting?.officers ?? []}
        busy={busy}
        onClose={() => setWaiting(null)}
        onDecided={(decided) => waiting && void save(waiting.values, waiting.publish, decided).catch(toast.failure)}
      />
    </>
  )
}

const EditAssignment = () => {
  const id = usePathPart('id')
  const read = useRead(readAssignment, { id })
  // Keeps the opened version while typing; a live change appears only as a conflict on save.
  const [opened, setOpened] = useState<Assignment | null>(null)
  const seen = opened ?? read.data ?? null
  if (opened === null && read.data && !read.isFetching) setOpened(read.data)
  return (
    <>
      <PageHeader
        title="Edit shift"
        before={<WayBack to={paths.adminAssignment(id)}>{seen?.title ?? 'Shift'}</WayBack>}
        hint={
          seen?.status === 'published'
            ? 'Officers who signed up are notified when the time, location or post changes.'
            : undefined
        }
      />
      {read.error && !seen ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : !opened ? (
        <CardSkeleton lines={6} />
      ) : !opened.may.includes('edit') ? (
        <RefusedState
          title="This shift can't be edited"
          text="It was canceled or closed. You can edit a copy."
          action={<ButtonLink to={paths.adminAssignment(id)}>Back to the shift</ButtonLink>}
        />
      ) : (
        <Editing
          key={`${opened.id}:${opened.version}`}
          seen={opened}
          onTakeTheirs={() => void read.refetch().then((again) => again.data && setOpened(again.data))}
        />
      )}
    </>
  )
}

export default EditAssignment
