import { useState } from 'react'
import { Checkbox, Switch } from '#platform/web/ui/checks.tsx'
import { Field, FieldGroup } from '#platform/web/ui/field.tsx'
import { InputWith } from '#platform/web/ui/input.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { awardMethods } from '../rules.methods.ts'
import { kindWords, type OpportunityKind } from '../rules.opportunities.ts'
import {
  type AwardRule,
  awardFactors,
  chargedKinds,
  isAwarded,
  newcomerPlaces,
  remedies,
  usesHours,
  usesTurns,
} from '../rules.ts'
import { factorWords, labelOf, methodSentences, methodWords, monthNames, remedyWords } from '../words.ts'
import { GroupsField, HoursField, NamesField, type Part, PercentField, TiesField } from './rule-fields.tsx'

const turnKinds: readonly OpportunityKind[] = ['accepted', 'refused', 'no_answer', 'worked', 'ordered', 'volunteered']
const newcomerWords = { top: 'At the top', average: 'With the average', bottom: 'At the bottom' } as const

const Window = ({ rule, change, errorOf }: Part) => {
  const set = (next: Partial<AwardRule['window']>) => change({ window: { ...rule.window, ...next } })
  return (
    <div className="flex flex-wrap gap-4">
      <HoursField
        label="Opens after posting"
        minutes={rule.window.opens_minutes_after_publish}
        onChange={(minutes) => set({ opens_minutes_after_publish: minutes ?? 0 })}
      />
      <HoursField
        label="Stays open for"
        hint="Leave empty for no limit"
        minutes={rule.window.open_minutes}
        onChange={(minutes) => set({ open_minutes: minutes || null })}
      />
      <HoursField
        label="Closes before the start"
        hint="Whichever is earlier"
        error={errorOf('window')}
        minutes={rule.window.closes_minutes_before_start}
        onChange={(closes_minutes_before_start) => set({ closes_minutes_before_start })}
      />
    </div>
  )
}

const over = ['30', '90', '180', '365', '730', 'fiscal_year', 'ever'] as const
const overWords = (value: string) =>
  value === 'ever'
    ? 'Since records began'
    : value === 'fiscal_year'
      ? 'Since the fiscal year started'
      : `Last ${value} days`

const FiscalMonth = ({ rule, change }: Pick<Part, 'rule' | 'change'>) => (
  <Field label="Fiscal year starts in" className="md:w-72">
    {(control) => (
      <Select
        {...control}
        value={String(rule.fiscal_month)}
        options={monthNames.map((label, at) => ({ value: String(at + 1), label }))}
        onChange={(value) => change({ fiscal_month: Number(value) })}
      />
    )}
  </Field>
)

const Charged = ({ rule, change, errorOf }: Part) => {
  const { counts } = rule
  const own = String(counts.window_days)
  const options = [...new Set([...over, own])].map((value) => ({ value, label: overWords(value) }))
  return (
    <div className="flex flex-col gap-3">
      <Field label="Period" className="md:w-72" error={errorOf('counts')}>
        {(control) => (
          <Select
            {...control}
            value={own}
            options={options}
            onChange={(value) =>
              change({
                counts: {
                  ...counts,
                  window_days: value === 'ever' || value === 'fiscal_year' ? value : Number(value),
                },
              })
            }
          />
        )}
      </Field>
      {counts.window_days === 'fiscal_year' && <FiscalMonth rule={rule} change={change} />}
      <div className="flex flex-wrap gap-3">
        {chargedKinds.map((kind) => (
          <PercentField
            key={kind}
            label={kindWords[kind]}
            value={counts[kind]}
            onChange={(value) => change({ counts: { ...counts, [kind]: value } })}
          />
        ))}
      </div>
    </div>
  )
}

const Turn = ({ rule, change, errorOf }: Part) => (
  <Field label="Counts as a turn" error={errorOf('turn')}>
    {() => (
      <div className="flex flex-wrap gap-x-5">
        {turnKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={kindWords[kind]}
            checked={rule.turn.includes(kind)}
            onChange={(on) => change({ turn: on ? [...rule.turn, kind] : rule.turn.filter((one) => one !== kind) })}
          />
        ))}
      </div>
    )}
  </Field>
)

const Weights = ({ rule, change, errorOf }: Part) => (
  <Field label="Weights" error={errorOf('weights')} hint="Each factor gives 0 to 1,000 points, times its weight.">
    {() => (
      <div className="flex flex-wrap gap-3">
        {awardFactors.map((factor) => (
          <Field key={factor} label={labelOf(factorWords[factor])} className="w-44">
            {(control) => (
              <InputWith
                {...control}
                type="number"
                min={0}
                max={100}
                step={1}
                defaultValue={rule.weights.find((one) => one.factor === factor)?.weight ?? 0}
                onChange={(event) => {
                  const weight = Math.round(Number(event.target.value))
                  const others = rule.weights.filter((one) => one.factor !== factor)
                  change({ weights: weight > 0 ? [...others, { factor, weight }] : others })
                }}
              />
            )}
          </Field>
        ))}
        <NamesField
          label="Ranks, highest first"
          names={rule.ranks_in_order}
          onChange={(ranks_in_order) => change({ ranks_in_order })}
        />
      </div>
    )}
  </Field>
)

/** Only an award compares hours: without one, a tie-break by hours that was chosen before has no effect. */
const chargesHours = (rule: AwardRule) => isAwarded(rule.method) && usesHours(rule)

const Order = (part: Part) => {
  const { rule, change, errorOf } = part
  return (
    <FieldGroup legend="Order">
      <Field label="Method" hint={methodSentences[rule.method]} className="md:w-80">
        {(control) => (
          <Select
            {...control}
            value={rule.method}
            onChange={(method) => change({ method })}
            options={awardMethods.map((value) => ({ value, label: methodWords[value] }))}
          />
        )}
      </Field>
      {rule.method === 'weighted' && <Weights {...part} />}
      {usesTurns(rule) && <Turn {...part} />}
      {isAwarded(rule.method) && <TiesField {...part} />}
      {(chargesHours(rule) || usesTurns(rule)) && (
        <Field label="New officers" error={errorOf('newcomers')} className="md:w-80">
          {(control) => (
            <Select
              {...control}
              value={rule.newcomers}
              onChange={(newcomers) => change({ newcomers })}
              options={newcomerPlaces.map((value) => ({ value, label: newcomerWords[value] }))}
            />
          )}
        </Field>
      )}
    </FieldGroup>
  )
}

const Receipts = ({ rule, change }: Part) => (
  <>
    <Switch
      label="Show names in receipts"
      hint="All applicants see every applicant and rank."
      checked={rule.names_shown}
      onChange={(names_shown) => change({ names_shown })}
    />
    {rule.names_shown && (
      <Switch
        label="Show what was compared"
        hint="For each applicant, such as hours charged or hire date. For ineligible officers, only a general reason is shown."
        checked={rule.figures_shown}
        onChange={(figures_shown) => change({ figures_shown })}
      />
    )}
  </>
)

const Later = (part: Part) => {
  const { rule, change } = part
  const awarded = isAwarded(rule.method)
  return (
    <FieldGroup legend={awarded ? 'After the award' : 'When spots are filled'}>
      <Switch
        label="Keep a waitlist"
        hint="Other applicants are offered open spots in the same order."
        checked={rule.keeps_waitlist}
        onChange={(keeps_waitlist) => change({ keeps_waitlist })}
      />
      <div className="flex flex-wrap gap-4">
        <HoursField
          label="Hold an open spot for"
          minutes={rule.offer_minutes}
          onChange={(minutes) => change({ offer_minutes: Math.max(1, minutes ?? 1) })}
        />
        <HoursField
          label="Offer to everyone when less than"
          hint="Before the start. Leave empty to turn off"
          minutes={rule.last_minute?.under_minutes ?? null}
          onChange={(under) => change({ last_minute: under ? { under_minutes: under } : null })}
        />
        {awarded && (
          <HoursField
            label="First come when posted less than"
            hint="Before the start. Leave empty to turn off"
            minutes={rule.short_notice?.under_minutes ?? null}
            onChange={(under) =>
              change({ short_notice: under ? { under_minutes: under, method: 'first_answer' } : null })
            }
          />
        )}
      </div>
      {awarded && <Receipts {...part} />}
      <Field label="Remedy for skipped officers" className="md:w-96">
        {(control) => (
          <Select
            {...control}
            value={rule.remedy}
            onChange={(remedy) => change({ remedy })}
            options={remedies.map((value) => ({ value, label: labelOf(remedyWords[value]) }))}
          />
        )}
      </Field>
    </FieldGroup>
  )
}

/** The form for every field of a rule that its method uses; the others keep what they had. `errors`: problems found on submit, by field. */
export const RuleForm = ({
  rule,
  onChange,
  errors,
}: {
  rule: AwardRule
  onChange: (rule: AwardRule) => void
  errors: readonly { field: string; message: string }[]
}) => {
  const change = (next: Partial<AwardRule>) => onChange({ ...rule, ...next })
  const errorOf = (field: string) => errors.find((one) => one.field.startsWith(`body.${field}`))?.message ?? null
  const part = { rule, change, errorOf }
  return (
    <div className="flex flex-col gap-8">
      <Order {...part} />
      {chargesHours(rule) && (
        <FieldGroup legend="Hours charged" hint="The share of a shift's hours charged per outcome.">
          <Charged {...part} />
        </FieldGroup>
      )}
      <FieldGroup
        legend="When sign-up is open"
        hint={isAwarded(rule.method) ? 'Award when sign-up closes.' : undefined}
      >
        <Window {...part} />
      </FieldGroup>
      <FieldGroup legend="Groups with priority">
        <GroupsField {...part} />
      </FieldGroup>
      <Later {...part} />
    </div>
  )
}

/** A rule being edited, and its submit errors. */
export const useDraft = (start: AwardRule) => {
  const [rule, setRule] = useState(start)
  const [errors, setErrors] = useState<readonly { field: string; message: string }[]>([])
  return { rule, setRule, errors, setErrors }
}
