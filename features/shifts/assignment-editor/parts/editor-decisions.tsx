import { useState } from 'react'
import { reasonLines } from '#features/shifts/eligibility/parts/signup-words.tsx'
import { useNow } from '#platform/web/clock.ts'
import { useOrganization } from '#platform/web/session.ts'
import { clock, day } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { RadioGroup } from '#platform/web/ui/checks.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import type { Choice, Needed } from '../rules.decisions.ts'

export type Decided = { signup_id: string; decision: Choice }[]

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isNeeded = (value: unknown): value is Needed =>
  isRecord(value) &&
  typeof value.signup_id === 'string' &&
  typeof value.name === 'string' &&
  Array.isArray(value.choices) &&
  Array.isArray(value.reasons)

/** The officers listed in a `decisions_needed` refusal. */
export const neededIn = (details: Readonly<Record<string, unknown>>): Needed[] =>
  Array.isArray(details.officers) ? details.officers.filter(isNeeded) : []

const useReason = () => {
  const { time_zone } = useOrganization()
  const now = useNow()
  return (officer: Needed): string => {
    if (officer.overlap) {
      const { title, starts_at, ends_at } = officer.overlap
      const when = `${day(starts_at, time_zone)}, ${clock(starts_at, time_zone)}–${clock(ends_at, time_zone)}`
      const way = officer.choices.length === 0 ? ' The officer is checked in. Change the other shift first.' : ''
      return `Would overlap "${title}" (${when}).${way}`
    }
    if (officer.reason === 'left') return 'Leaves the department before then.'
    return `${reasonLines(officer.reasons, time_zone, now).join('; ')}.`
  }
}

const OfficerDecision = ({
  officer,
  reason,
  choice,
  onChoice,
}: {
  officer: Needed
  reason: string
  choice: Choice | null
  onChoice: (choice: Choice) => void
}) => (
  <li className="py-3">
    <p className="font-semibold">
      {officer.name}
      {officer.badge_number && <span className="figures font-normal text-faint"> · {officer.badge_number}</span>}
    </p>
    <p className="text-soft">{reason}</p>
    <RadioGroup
      aria-label={`Decision on ${officer.name}`}
      value={choice}
      onChange={onChoice}
      options={[
        {
          value: 'keep',
          label: 'Keep on shift',
          disabled: !officer.choices.includes('keep'),
          ...(officer.reason === 'overlaps' ? { hint: 'Not possible: the shifts overlap.' } : {}),
        },
        { value: 'release', label: 'Remove from shift', disabled: !officer.choices.includes('release') },
      ]}
    />
  </li>
)

/** Confirmed officers affected by the change; each needs a decision before saving. */
export const EditorDecisions = ({
  officers,
  onClose,
  onDecided,
  busy,
}: {
  officers: readonly Needed[]
  onClose: () => void
  onDecided: (decided: Decided) => void
  busy: boolean
}) => {
  const [made, setMade] = useState<Readonly<Record<string, Choice>>>({})
  const reasonOf = useReason()
  const decisionOf = (officer: Needed): Choice | null =>
    made[officer.signup_id] ?? (officer.choices.length === 1 ? (officer.choices[0] ?? null) : null)
  const open = officers.filter((officer) => decisionOf(officer) === null)
  const decided = officers.flatMap((officer) => {
    const decision = decisionOf(officer)
    return decision === null ? [] : [{ signup_id: officer.signup_id, decision }]
  })
  return (
    <Dialog
      open={officers.length > 0}
      onClose={onClose}
      size="wide"
      title={
        officers.length === 1 ? '1 confirmed officer is affected' : `${officers.length} confirmed officers are affected`
      }
      description="Nothing is saved yet. Each officer will be notified of your decision."
      actions={
        <>
          <Button onClick={onClose}>Back to editing</Button>
          <Button
            look="primary"
            busy={busy}
            why={open.length > 0 ? `Decide on ${open.map((one) => one.name).join(', ')} first.` : null}
            onClick={() => onDecided(decided)}
          >
            Save with these decisions
          </Button>
        </>
      }
    >
      <ul className="divide-y divide-line">
        {officers.map((officer) => (
          <OfficerDecision
            key={officer.signup_id}
            officer={officer}
            reason={reasonOf(officer)}
            choice={decisionOf(officer)}
            onChoice={(choice) => setMade({ ...made, [officer.signup_id]: choice })}
          />
        ))}
      </ul>
    </Dialog>
  )
}
