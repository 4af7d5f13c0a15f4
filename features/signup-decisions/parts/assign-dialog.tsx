import { useDeferredValue, useState } from 'react'
import { PartChoice, usePart } from '#features/signups/parts/part-choice.tsx'
import { reasonWords } from '#features/signups/parts/signup-words.tsx'
import { useNow } from '#platform/web/clock.ts'
import { useReadPages, useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { ConfirmWithReason, Dialog } from '#platform/web/ui/dialog.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Input } from '#platform/web/ui/input.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { assignOfficer, type Candidate, getRoster, listCandidates, listPending, type Roster } from '../contract.ts'

const reads = [getRoster, listPending, listCandidates] as const

type Place = { assignment_id: string; post_id: string; starts_at?: string; ends_at?: string }

const CandidateRow = ({
  one,
  zone,
  place,
  onDone,
}: {
  one: Candidate
  zone: string
  place: Place
  onDone: () => void
}) => {
  const now = useNow()
  const assigning = useWrite(assignOfficer, { invalidates: reads })
  const [asking, setAsking] = useState(false)
  const hard = one.reasons.find((reason) => !reason.overridable)
  const words = one.reasons.map((reason) => reasonWords(reason, zone, now))
  const press = one.reasons.length > 0 && !one.own && !hard ? 'Assign anyway' : 'Assign'
  const why = one.own ? 'Another admin has to assign you' : hard ? reasonWords(hard, zone, now) : null
  const assign = async (override_reason?: string) => {
    await assigning.run({ ...place, officer_id: one.officer_id, ...(override_reason ? { override_reason } : {}) })
    toast.success(`${one.name} has the place`)
    onDone()
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 md:flex-nowrap">
      <div className="min-w-0">
        <p className="font-medium">
          {one.name} <span className="figures font-normal text-faint">{one.badge_number}</span>
        </p>
        <p className="text-small text-soft">{[one.rank, one.unit].filter(Boolean).join(', ') || 'No rank or unit'}</p>
        {words.length > 0 && (
          // On a phone a button that cannot be pressed says its reason below: once is enough.
          <p className={cx('text-small text-warn', words.length === 1 && words[0] === why && 'max-md:hidden')}>
            {words.join(' · ')}
          </p>
        )}
      </div>
      <Button
        size="small"
        busy={assigning.pending}
        why={why}
        aria-label={`${press}: ${one.name}`}
        onClick={() => (one.reasons.length > 0 ? setAsking(true) : void assign().catch(toast.failure))}
      >
        {press}
      </Button>
      <ConfirmWithReason
        open={asking}
        onClose={() => setAsking(false)}
        title={`Assign ${one.name} all the same?`}
        text={words.join('. ')}
        action="Assign"
        look="primary"
        back="Leave it"
        reasonHint="It is kept with the decision."
        onConfirm={assign}
      />
    </li>
  )
}

const Candidates = ({ place, zone, onDone }: { place: Place; zone: string; onDone: () => void }) => {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const list = useReadPages(listCandidates, { ...place, q }, { keep: true })
  return (
    <>
      <Field label="Find an officer" hint="Name, badge or unit.">
        {(control) => (
          <Input {...control} type="search" value={typed} maxLength={80} onChange={(e) => setTyped(e.target.value)} />
        )}
      </Field>
      {list.isPending && <ListSkeleton rows={5} />}
      {list.error && !list.items && <ErrorState quiet error={list.error} retry={() => void list.refetch()} />}
      {list.items?.length === 0 && (
        <EmptyState quiet title="Nobody found" text="Only approved officers of the department can be assigned." />
      )}
      {list.items && list.items.length > 0 && (
        <>
          <ul aria-label="Officers" className="divide-y divide-line">
            {list.items.map((one) => (
              <CandidateRow key={one.officer_id} one={one} zone={zone} place={place} onDone={onDone} />
            ))}
          </ul>
          <LoadMore
            more={list.more}
            loading={list.loadingMore}
            onMore={list.loadMore}
            shown={list.items.length}
            noun="officers"
          />
        </>
      )}
    </>
  )
}

type Of = { roster: Roster; post: Roster['posts'][number]; onDone: () => void }

/** Of a post that is taken in parts: which part, then who. */
const PartAndCandidates = ({ roster, post, onDone }: Of) => {
  const choice = usePart(post)
  const { id: assignment_id, time_zone } = roster.assignment
  return (
    <>
      <PartChoice post={post} zone={time_zone} choice={choice} />
      <Candidates place={{ assignment_id, post_id: post.id, ...choice.part }} zone={time_zone} onDone={onDone} />
    </>
  )
}

/** Puts an officer on a post directly; every candidate says what stands against it. */
export const AssignDialog = ({ roster, open, onClose }: { roster: Roster; open: boolean; onClose: () => void }) => {
  const free = roster.posts.find((post) => post.confirmed_count < post.required_count) ?? roster.posts[0]
  const [chosen, setChosen] = useState<string | null>(null)
  const post = roster.posts.find((one) => one.id === chosen) ?? free
  const { id: assignment_id, time_zone } = roster.assignment
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="wide"
      title="Assign an officer"
      description="The officer is told at once."
    >
      <div className="flex flex-col gap-4">
        {roster.posts.length > 1 && (
          <Field label="Post">
            {(control) => (
              <Select
                {...control}
                value={post?.id ?? null}
                onChange={setChosen}
                options={roster.posts.map((one) => ({
                  value: one.id,
                  label: one.name,
                  hint: `${one.confirmed_count} of ${one.required_count} places taken`,
                }))}
              />
            )}
          </Field>
        )}
        {post && post.split_minutes !== null && (
          <PartAndCandidates key={post.id} roster={roster} post={post} onDone={onClose} />
        )}
        {post && post.split_minutes === null && (
          <Candidates place={{ assignment_id, post_id: post.id }} zone={time_zone} onDone={onClose} />
        )}
      </div>
    </Dialog>
  )
}
