import { useId } from 'react'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextareaField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useReadPages, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Needs } from '#platform/web/support.tsx'
import { dayAndClock } from '#platform/web/time.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { addNote, listNotes } from '../contract.ts'

const NewNote = ({ officer_id, name }: { officer_id: string; name: string }) => {
  const id = useId()
  const form = useContractForm(addNote, { officer_id, body: '' }, { draftKey: `note:${officer_id}` })
  const write = useWrite(addNote, { invalidates: [listNotes] })
  return (
    <Form
      form={form}
      id={id}
      onSubmit={write.run}
      onDone={() => {
        form.reset({ officer_id, body: '' })
        toast.success('Note saved')
      }}
    >
      <TextareaField
        form={form}
        name="body"
        label="New note"
        hint={`Only admins can read notes; ${name} can't. Notes can't be changed or deleted.`}
        rows={3}
        maxLength={4000}
      />
      <div>
        <SubmitButton form={form}>Save note</SubmitButton>
      </div>
    </Form>
  )
}

/** Admins' notes about an officer: written once, with author and time. */
export const OfficerNotes = ({ officer_id, name }: { officer_id: string; name: string }) => {
  const { time_zone: zone } = useOrganization()
  const list = useReadPages(listNotes, { officer_id })
  const { first, items } = list
  if (!first || !items)
    return list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <ListSkeleton rows={4} />
  if (first.own)
    return (
      <Notice tone="info" title="This is your own file">
        Only other admins can see notes about you.
      </Notice>
    )
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
      <Card title="Notes" hint="Newest first" flush>
        {items.length === 0 ? (
          <EmptyState quiet title="No notes yet" text="Add what the next admin should know." />
        ) : (
          <>
            <ul aria-label={`Notes about ${name}`} className="divide-y divide-line">
              {items.map((note) => (
                <li key={note.id} className="px-4 py-line md:px-5">
                  <p className="wrap-anywhere whitespace-pre-line">{note.body}</p>
                  <p className="figures mt-1 text-small text-faint">
                    {note.author}, {dayAndClock(note.created_at, zone)}
                  </p>
                </li>
              ))}
            </ul>
            <div className="px-4 md:px-5">
              <LoadMore
                more={list.more}
                loading={list.loadingMore}
                onMore={list.loadMore}
                shown={items.length}
                noun="notes"
              />
            </div>
          </>
        )}
      </Card>
      <Needs call={addNote}>
        <Card title="Add">
          <NewNote officer_id={officer_id} name={name} />
        </Card>
      </Needs>
    </div>
  )
}
