import { useState } from 'react'
import { sinceWords, useTakeoverStart } from '#features/shifts/signups/client.takeover.ts'
import { PartChoice, usePart } from '#features/shifts/signups/parts/part-choice.tsx'
import { useOrganization } from '#platform/web/session.ts'
import { clock, day } from '#platform/web/time.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import type { Roster } from '../contract.ts'
import { Candidates } from './candidates.tsx'

type Of = { roster: Roster; post: Roster['posts'][number]; onDone: () => void }

/** For a post that can be split: choose the part, then the officer. */
const PartAndCandidates = ({ roster, post, onDone }: Of) => {
  const choice = usePart(post)
  const { time_zone } = useOrganization()
  const { id: assignment_id } = roster.assignment
  return (
    <>
      <PartChoice post={post} zone={time_zone} choice={choice} />
      <Candidates
        place={{ assignment_id, post_id: post.id, ...choice.part }}
        shift={{ ...post, ...choice.part }}
        zone={time_zone}
        onDone={onDone}
      />
    </>
  )
}

/** Assigns an officer to a post directly; every candidate is listed with the reasons against it. */
export const AssignDialog = ({ roster, open, onClose }: { roster: Roster; open: boolean; onClose: () => void }) => {
  const free = roster.posts.find((post) => post.confirmed_count < post.required_count) ?? roster.posts[0]
  const [chosen, setChosen] = useState<string | null>(null)
  const post = roster.posts.find((one) => one.id === chosen) ?? free
  const { time_zone } = useOrganization()
  const { id: assignment_id, starts_at, ends_at, time_zone: zone } = roster.assignment
  const from = useTakeoverStart(post)
  const when = `${day(starts_at, zone)}, ${clock(starts_at, zone)}–${clock(ends_at, zone)}`
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="wide"
      title="Assign an officer"
      description={`${roster.assignment.title} · ${when}.${from ? ` The officer has the shift${sinceWords(from, time_zone)}.` : ''} Officers with an account are notified right away.`}
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
                  hint: `${one.confirmed_count} of ${one.required_count} spots filled`,
                }))}
              />
            )}
          </Field>
        )}
        {post && post.split_minutes !== null && (
          <PartAndCandidates key={post.id} roster={roster} post={post} onDone={onClose} />
        )}
        {post && post.split_minutes === null && (
          <Candidates
            place={{ assignment_id, post_id: post.id }}
            shift={{ ...post, starts_at: from ?? post.starts_at }}
            zone={time_zone}
            onDone={onClose}
          />
        )}
      </div>
    </Dialog>
  )
}
