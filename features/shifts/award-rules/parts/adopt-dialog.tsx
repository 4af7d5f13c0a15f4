import { useState } from 'react'
import type { AssignmentKind } from '#features/shifts/assignments/rules.ts'
import { kindWords, modeWords } from '#features/shifts/assignments/words.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { ms, plainDateWords } from '#platform/shared/time.ts'
import { startOfDayIn } from '#platform/shared/wall.ts'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useStateForm } from '#platform/web/forms/state-form.ts'
import { useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Field } from '#platform/web/ui/field.tsx'
import { DateInput, Input } from '#platform/web/ui/input.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { adoptRule, type listRules } from '../contract.ts'
import { adoptedAt, adoptionProblem, ruleBounds } from '../rules.ts'

type Props = { kind: AssignmentKind; data: OutputOf<typeof listRules>; onClose: () => void }

/** Gives a shift type a rule, or none, from a date, with the reason that officers read. */
export const AdoptDialog = ({ kind, data: live, onClose }: Props) => {
  // What another admin adopts meanwhile was not seen: the answer is a refusal.
  const [data] = useState(live)
  const now = Date.parse(data.now_at)
  const [rule, setRule] = useState(adoptedAt(data.adoptions, kind, now) ?? 'none')
  const [from, setFrom] = useState('')
  const [note, setNote] = useState('')
  const { signup_mode, time_zone } = useOrganization()
  const adopt = useWrite(adoptRule)
  const rule_id = rule === 'none' ? null : rule
  const seen = adoptedAt(data.adoptions, kind, from ? Math.max(now, ms(startOfDayIn(time_zone, from))) : now)
  const same = seen === rule_id
  const form = useStateForm({ kind, rule_id, from: from || null, note, seen }, null, {
    check: () => ({ note: adoptionProblem({ was: seen, rule_id, note }) ?? undefined }),
    refusals: { fields: ['rule_id', 'from', 'note'] },
  })
  return (
    <FormDialog
      form={form}
      title={`Award rule for ${kindWords[kind]}`}
      description="Applies to shifts whose sign-up hasn't opened yet. Open shifts keep their rule."
      action="Adopt"
      onSubmit={adopt.run}
      onDone={() =>
        toast.success(
          'Award rule changed',
          `Applies to ${kindWords[kind]} shifts whose sign-up opens ${from ? `on or after ${plainDateWords(from)}` : 'from now on'}.`,
        )
      }
      onClose={() => onClose()}
    >
      <Field label="Rule" error={form.wrong.rule_id}>
        {(control) => (
          <Select
            {...control}
            value={rule}
            onChange={setRule}
            options={[
              { value: 'none', label: `No rule: ${modeWords[signup_mode].toLowerCase()}` },
              ...data.rules.map((one) => ({ value: one.id, label: one.name })),
            ]}
          />
        )}
      </Field>
      <Field label="From" hint="Default: now" optional error={form.wrong.from}>
        {(control) => <DateInput {...control} value={from} onChange={(event) => setFrom(event.target.value)} />}
      </Field>
      <Field label="Reason" hint="Officers see this with the rule." optional={same} error={form.wrong.note}>
        {(control) => (
          <Input
            {...control}
            maxLength={ruleBounds.note}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
