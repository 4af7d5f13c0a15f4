import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Input, InputWith } from '#platform/web/ui/input.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { type AwardRule, tieBreaks } from '../rules.ts'
import { labelOf, tieWords } from '../words.ts'

export type Change = (next: Partial<AwardRule>) => void
export type Part = { rule: AwardRule; change: Change; errorOf: (field: string) => string | null }

/** A duration entered in hours and stored in minutes; empty is null. */
export const HoursField = ({
  label,
  minutes,
  onChange,
  hint,
  error,
}: {
  label: ReactNode
  minutes: number | null
  onChange: (minutes: number | null) => void
  hint?: ReactNode
  error?: string | null
}) => (
  <Field label={label} hint={hint} error={error} className="w-full md:w-56">
    {(control) => (
      <InputWith
        {...control}
        type="number"
        inputMode="decimal"
        min={0}
        step={0.25}
        after="hours"
        defaultValue={minutes === null ? '' : minutes / 60}
        onChange={(event) =>
          onChange(event.target.value === '' ? null : Math.max(0, Math.round(Number(event.target.value) * 60)))
        }
      />
    )}
  </Field>
)

export const PercentField = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: number
  onChange: (value: number) => void
}) => (
  <Field label={label} className="w-36">
    {(control) => (
      <InputWith
        {...control}
        type="number"
        min={0}
        max={200}
        step={1}
        after="%"
        defaultValue={value}
        onChange={(event) => onChange(Math.round(Number(event.target.value)))}
      />
    )}
  </Field>
)

const listOf = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** Comma-separated names; the text is kept as typed. */
export const NamesField = ({
  label,
  names,
  onChange,
  hint,
}: {
  label: string
  names: readonly string[]
  onChange: (names: string[]) => void
  hint?: string
}) => (
  <Field label={label} hint={hint} className="min-w-40 flex-1">
    {(control) => (
      <Input {...control} defaultValue={names.join(', ')} onChange={(event) => onChange(listOf(event.target.value))} />
    )}
  </Field>
)

/** The tie-breaks, in order. */
export const TiesField = ({ rule, change, errorOf }: Part) => {
  const left = tieBreaks.filter((tie) => !rule.ties.includes(tie))
  return (
    <Field
      label="Tiebreakers"
      error={errorOf('ties')}
      hint="Applied in this order. The last one must be the badge number or a draw."
    >
      {(control) => (
        <div className="flex flex-wrap items-center gap-2">
          {rule.ties.map((tie, at) => (
            <Button
              key={tie}
              size="small"
              aria-label={`${at + 1}. ${labelOf(tieWords[tie])}: remove`}
              onClick={() => change({ ties: rule.ties.filter((one) => one !== tie) })}
            >
              {at + 1}. {labelOf(tieWords[tie])} <X aria-hidden className="size-3.5" />
            </Button>
          ))}
          {left.length > 0 && (
            <div className="w-56">
              <Select
                {...control}
                value="none"
                onChange={(tie) => tie !== 'none' && change({ ties: [...rule.ties, tie] })}
                options={[
                  { value: 'none' as const, label: 'Add a tiebreaker' },
                  ...left.map((value) => ({ value, label: labelOf(tieWords[value]) })),
                ]}
              />
            </div>
          )}
        </div>
      )}
    </Field>
  )
}

/** The groups that see a job first. */
export const GroupsField = ({ rule, change }: Part) => {
  const set = (at: number, next: Partial<AwardRule['groups'][number]>) =>
    change({ groups: rule.groups.map((group, i) => (i === at ? { ...group, ...next } : group)) })
  return (
    <div className="flex flex-col gap-3">
      {rule.groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups are known by their place
        <fieldset key={at} className="flex flex-wrap items-end gap-3 border-l-2 border-line pl-3">
          <legend className="sr-only">Group {at + 1}</legend>
          <Field label="Group" className="min-w-40 flex-1">
            {(control) => (
              <Input
                {...control}
                defaultValue={group.name}
                onChange={(event) => set(at, { name: event.target.value })}
              />
            )}
          </Field>
          <NamesField label="Units" names={group.units} onChange={(units) => set(at, { units })} />
          <NamesField label="Ranks" names={group.ranks} onChange={(ranks) => set(at, { ranks })} />
          <HoursField
            label="Priority for"
            minutes={group.minutes}
            onChange={(minutes) => set(at, { minutes: minutes ?? 0 })}
          />
          <Button size="small" onClick={() => change({ groups: rule.groups.filter((_, i) => i !== at) })}>
            Remove
          </Button>
        </fieldset>
      ))}
      {rule.groups.length < 8 && (
        <div>
          <Button
            size="small"
            onClick={() =>
              change({
                groups: [
                  ...rule.groups,
                  { name: `Group ${rule.groups.length + 1}`, units: [], ranks: [], minutes: 60 },
                ],
              })
            }
          >
            Add a group
          </Button>
        </div>
      )}
    </div>
  )
}
