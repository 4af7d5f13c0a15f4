import { useDeferredValue, useState } from 'react'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useStateForm } from '#platform/web/forms/state-form.ts'
import { useRead, useWrites } from '#platform/web/reads.ts'
import { enterToChoices, RadioGroup } from '#platform/web/ui/checks.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Input } from '#platform/web/ui/input.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { listRosterRows, mergeOfficer, type RosterRow } from '../contract.merges.ts'
import { approveOfficer, type OfficerItem } from '../contract.ts'
import { matchWords, rosterRowWords } from '../rules.claim-words.ts'
import { UNDO_DAYS } from '../rules.merges.ts'

export type Merging = Pick<OfficerItem, 'id' | 'name' | 'standing' | 'claim'>
type Props = { officer: Merging; onClose: () => void /** The row that stays. */; onJoined?: (rosterId: string) => void }

const asNew = 'new'
const chosenFirst = (rows: readonly RosterRow[]) => rows.find(({ by }) => by === 'badge')?.id ?? null

const Rivals = ({ claim }: { claim: NonNullable<Merging['claim']> }) => (
  <Notice tone="warn" title={`${claim.rivals.length + 1} registrations claim badge ${claim.badge_number}`}>
    Also claimed by {claim.rivals.map(({ name }) => name).join(', ')}. Only one of them can be merged with the roster
    row.
  </Notice>
)

const SearchField = ({ typed, onType }: { typed: string; onType: (text: string) => void }) => (
  <Field label="Search the roster" hint="Officers without an account, by name or badge number.">
    {(control) => (
      <Input
        {...control}
        type="search"
        value={typed}
        maxLength={100}
        autoComplete="off"
        onKeyDown={enterToChoices}
        onChange={(event) => onType(event.target.value)}
      />
    )}
  </Field>
)

const Nobody = ({ search }: { search: string }) => (
  <p className="text-soft">
    {search
      ? `No roster row without an account matches "${search}".`
      : 'No likely match on the roster. Search by name or badge number.'}
  </p>
)

/**
 * The search results, the options offered, and the choice: defaults to the row with the same badge, unless other registrations
 * claim it too.
 */
const useRows = ({ officer, waits }: { officer: Merging; waits: boolean }) => {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const read = useRead(listRosterRows, { officer_id: officer.id, ...(search ? { search } : {}) }, { keep: true })
  const [picked, setPicked] = useState<string | null>(null)
  const rows = read.data?.items ?? []
  const offered = [
    ...rows.map((row) => ({ value: row.id, label: rosterRowWords(row), hint: matchWords[row.by] })),
    ...(waits ? [{ value: asNew, label: 'Someone new', hint: 'Adds a separate officer to the roster' }] : []),
  ]
  const contested = (officer.claim?.rivals.length ?? 0) > 0
  const wanted = picked ?? (contested ? null : chosenFirst(rows))
  const choice = offered.some(({ value }) => value === wanted) ? wanted : null
  return { typed, setTyped, search, read, rows, offered, choice, picked, setPicked }
}

const useDecision = ({ officer, onJoined }: Props) => {
  const { run } = useWrites()
  return async (choice: string | null) => {
    if (choice === null) return
    if (choice === asNew) {
      await run(approveOfficer, { officer_id: officer.id })
      return toast.success('Approved', `${officer.name} is a new officer.`)
    }
    const { officer_id } = await run(mergeOfficer, { officer_id: officer.id, roster_id: choice })
    toast.success('Merged', `${officer.name} is now linked to the roster row.`)
    onJoined?.(officer_id)
  }
}

/**
 * Picks the roster row for a person: a pending registration is merged and approved in one step or approved as new; for an active
 * officer, two rows are merged.
 */
export const MergeDialog = (props: Props) => {
  const { officer, onClose } = props
  const waits = officer.standing === 'pending'
  const { typed, setTyped, search, read, rows, offered, choice, picked, setPicked } = useRows({ officer, waits })
  const decide = useDecision(props)
  const why = choice === null ? 'Choose a row first.' : null
  const form = useStateForm(choice, why, { typed: typed.trim() !== '' || picked !== null })
  return (
    <FormDialog
      form={form}
      size="wide"
      title={waits ? `Approve ${officer.name}?` : `Merge ${officer.name} with a roster row`}
      description={
        waits
          ? 'Merging keeps the badge, rank, unit, seniority and history of the roster row. One record remains.'
          : `The roster row stays, and the account, shifts and hours move to it. You can undo this for ${UNDO_DAYS} days.`
      }
      action={!waits ? 'Merge' : choice === asNew ? 'Approve as new' : 'Approve and merge'}
      why={why}
      onSubmit={decide}
      onClose={() => onClose()}
    >
      {officer.claim && officer.claim.rivals.length > 0 && <Rivals claim={officer.claim} />}
      {officer.claim?.badge_number && !rows.some(({ by }) => by === 'badge') && search === '' && read.data && (
        <p className="text-soft">Claims badge {officer.claim.badge_number}, which matches no unclaimed roster row.</p>
      )}
      <SearchField typed={typed} onType={setTyped} />
      {read.error && !read.data ? (
        <ErrorState quiet error={read.error} retry={() => void read.refetch()} />
      ) : !read.data ? (
        <ListSkeleton rows={3} />
      ) : (
        <>
          {rows.length === 0 && <Nobody search={search} />}
          {offered.length > 0 && (
            <RadioGroup aria-label="Who is this?" value={choice} onChange={setPicked} options={offered} />
          )}
        </>
      )}
    </FormDialog>
  )
}
