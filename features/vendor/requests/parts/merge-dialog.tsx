import { useId, useState } from 'react'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useStateForm } from '#platform/web/forms/state-form.ts'
import { useReadPages, useWrite } from '#platform/web/reads.ts'
import { enterToChoices, RadioGroup } from '#platform/web/ui/checks.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Input } from '#platform/web/ui/input.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useGo } from '#platform/web/url.ts'
import {
  type FeedbackDetail,
  type FeedbackItem,
  listFeedback,
  mergeFeedback,
  readFeedback,
} from '../contract.feedback.ts'
import { votesWords, workWords } from '../words.feedback.ts'
import { linkTo } from './feedback-list.tsx'

/** Other requests of the same kind that match the search, most requested first. */
const Choice = ({
  item,
  search,
  onSearch,
  chosen,
  onChoose,
}: {
  item: FeedbackDetail
  search: string
  onSearch: (text: string) => void
  chosen: FeedbackItem | null
  onChoose: (one: FeedbackItem | null) => void
}) => {
  const id = useId()
  const ask = { kind: item.kind, status: 'all', sort: 'votes', search: search.trim() } as const
  const found = useReadPages(listFeedback, ask, { keep: true })
  const others = (found.items ?? []).filter((one) => one.id !== item.id)
  return (
    <div className="flex flex-col gap-4">
      <Field label="Search">
        {(control) => (
          <Input
            {...control}
            type="search"
            placeholder="Title or text"
            maxLength={100}
            value={search}
            onKeyDown={enterToChoices}
            onChange={(event) => onSearch(event.target.value)}
          />
        )}
      </Field>
      {found.error ? (
        <ErrorState quiet error={found.error} retry={() => void found.refetch()} />
      ) : !found.items ? (
        <ListSkeleton rows={3} />
      ) : others.length === 0 ? (
        <EmptyState quiet title="No results" text="No other requests match." />
      ) : (
        <fieldset className="min-w-0">
          <legend className="sr-only">Merge into</legend>
          <RadioGroup
            name={id}
            value={chosen?.id ?? null}
            onChange={(value) => onChoose(others.find((one) => one.id === value) ?? null)}
            options={others.slice(0, 20).map((one) => ({
              value: one.id,
              label: one.title,
              hint: `${one.organization.name} · ${workWords[one.status]} · ${votesWords(one.votes)}`,
            }))}
          />
        </fieldset>
      )}
    </div>
  )
}

/** Finds a request that asks for the same thing and merges this one into it. */
export const MergeDialog = ({ item, onClose }: { item: FeedbackDetail; onClose: () => void }) => {
  const [into, choose] = useState<FeedbackItem | null>(null)
  const [search, setSearch] = useState('')
  const go = useGo()
  const merge = useWrite(mergeFeedback, { invalidates: [readFeedback, listFeedback] })
  const why = into ? null : 'Choose one first.'
  const form = useStateForm(into, why, { typed: search.trim() !== '' || into !== null })
  const run = async (other: FeedbackItem | null) => {
    if (!other) return
    const place = { kind: item.kind, organization_id: item.organization.id, id: item.id }
    const { votes } = await merge.run({ ...place, into_organization_id: other.organization.id, into_id: other.id })
    toast.success('Merged', `Requested by ${votesWords(votes)}. The senders will be notified.`)
  }
  return (
    <FormDialog
      form={form}
      size="wide"
      title="Merge into another"
      description="Choose the matching request. Both will share its status and answer, and the senders are notified."
      action="Merge"
      why={why}
      onSubmit={run}
      onDone={() => into && go(linkTo(into))}
      onClose={() => onClose()}
    >
      <Choice item={item} search={search} onSearch={setSearch} chosen={into} onChoose={choose} />
    </FormDialog>
  )
}
