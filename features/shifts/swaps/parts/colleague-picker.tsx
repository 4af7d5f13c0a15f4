import Search from 'lucide-react/icons/search'
import { useDeferredValue, useState } from 'react'
import { apartWords } from '#features/roster/officers/words.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useNow } from '#platform/web/clock.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { span } from '#platform/web/time.ts'
import { RadioGroup } from '#platform/web/ui/checks.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { InputWith } from '#platform/web/ui/input.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { listColleagueShifts, listColleagues } from '../contract.colleagues.ts'
import type { SwapKind } from '../rules.ts'
import { colleagueWords } from './colleague-words.tsx'

type Picked = { id: string; name: string }
const listClass = 'max-h-72 overflow-y-auto overscroll-contain rounded-ui border border-line px-3.5 py-1'

const Colleagues = ({
  found: { items, more },
  picked,
  onPick,
}: {
  found: OutputOf<typeof listColleagues>
  picked: Picked | null
  onPick: (one: Picked) => void
}) => {
  const { time_zone: zone } = useOrganization()
  if (items.length === 0) return <p className="text-soft">No colleagues found.</p>
  return (
    <>
      <div className={listClass}>
        <RadioGroup
          aria-label="Colleagues"
          value={picked?.id ?? null}
          onChange={(id) => {
            const one = items.find((item) => item.id === id)
            if (one) onPick({ id: one.id, name: one.name })
          }}
          options={items.map(({ id, name, apart, reason }) => ({
            value: id,
            label: name,
            disabled: reason !== null,
            hint: [apart && apartWords(apart), reason && colleagueWords(reason, zone)].filter(Boolean).join(' · '),
          }))}
        />
      </div>
      {more > 0 && <p className="figures text-small text-faint">{more} more. Type a name to find them.</p>}
    </>
  )
}

/** A colleague by name: those who can have the shift first, the others with why not. */
export const ColleaguePicker = ({
  signup_id,
  kind,
  picked,
  onPick,
}: {
  signup_id: string
  kind: SwapKind
  picked: Picked | null
  onPick: (one: Picked) => void
}) => {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const read = useRead(listColleagues, { signup_id, kind, ...(search ? { search } : {}) }, { keep: true })
  return (
    <div className="flex flex-col gap-2">
      <Field label="Colleague">
        {(ids) => (
          <InputWith
            {...ids}
            type="search"
            before={<Search aria-hidden />}
            placeholder="Search by name"
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      {read.data ? (
        <Colleagues found={read.data} picked={picked} onPick={onPick} />
      ) : read.error ? (
        <ErrorState quiet error={read.error} retry={() => void read.refetch()} />
      ) : (
        <ListSkeleton rows={3} />
      )}
    </div>
  )
}

const ANY = 'any'

/** A shift of the colleague's to ask for, or theirs to choose. `null`: not chosen yet. */
export const ShiftPicker = ({
  signup_id,
  colleague,
  picked,
  onPick,
}: {
  signup_id: string
  colleague: Picked
  picked: string | null
  onPick: (signup_id: string | null) => void
}) => {
  const { time_zone: zone } = useOrganization()
  const now = useNow()
  const read = useRead(listColleagueShifts, { signup_id, officer_id: colleague.id })
  if (read.error) return <ErrorState quiet error={read.error} retry={() => void read.refetch()} />
  if (!read.data) return <ListSkeleton rows={2} />
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 font-medium">In exchange for</legend>
      <div className={listClass}>
        <RadioGroup
          aria-label={`${colleague.name}'s shifts`}
          value={picked ?? ANY}
          onChange={(value) => onPick(value === ANY ? null : value)}
          options={[
            { value: ANY, label: `A shift that ${colleague.name} chooses`, hint: 'You can then agree or decline.' },
            ...read.data.items.map(({ signup_id: value, title, starts_at, ends_at, time_zone, reason }) => {
              const { day, clock, length } = span(starts_at, ends_at, zone, { now, shift: time_zone })
              const why =
                reason && `${reason.of === 'mine' ? 'You: ' : `${colleague.name}: `}${colleagueWords(reason, zone)}`
              const when = `${day} · ${clock} · ${length}`
              return { value, label: title, hint: why ? `${when} · ${why}` : when, disabled: reason !== null }
            }),
          ]}
        />
      </div>
    </fieldset>
  )
}
