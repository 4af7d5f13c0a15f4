import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { useFieldArray, useWatch } from 'react-hook-form'
import { NumberField, SelectField } from '#platform/web/forms/fields.tsx'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import type { RulesForm } from '../client.work-rules.ts'
import { workRulesBounds } from '../rules.limits.ts'
import { kindChoices } from '../words.work-rules-form.ts'

const Row = ({ children, label, onRemove }: { children: React.ReactNode; label: string; onRemove: () => void }) => (
  <li className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-3 md:flex md:items-start">
    {children}
    <span className="md:pt-7">
      <IconButton label={label} icon={<Trash aria-hidden />} onClick={onRemove} />
    </span>
  </li>
)

const Windows = ({ form }: { form: RulesForm }) => {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'windows', keyName: 'key' })
  return (
    <Card
      title="Hours in any window"
      hint="Counts all work in any rolling window. Example: 14:00–24:00 plus 00:00–10:00 is 20 h in 24 h."
    >
      <ul className="mb-4 flex flex-col gap-3 empty:hidden">
        {fields.map((field, at) => (
          <Row key={field.key} label={`Remove window ${at + 1}`} onRemove={() => remove(at)}>
            <NumberField form={form} name={`windows.${at}.max_hours`} label="Maximum hours" min={1} step={0.25} />
            <NumberField form={form} name={`windows.${at}.hours`} label="Window, in hours" min={2} max={672} step={1} />
          </Row>
        ))}
      </ul>
      <Button
        icon={<Plus aria-hidden />}
        why={fields.length >= workRulesBounds.rules ? 'At most 10.' : null}
        onClick={() => append({ hours: 24, max_hours: 16 })}
      >
        Add a window
      </Button>
    </Card>
  )
}

const Caps = ({ form }: { form: RulesForm }) => {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'caps', keyName: 'key' })
  const set = useWatch({ control: form.control, name: 'caps' }).map((cap) => cap.kinds)
  return (
    <Card title="Weekly and monthly limits" hint="Weeks start on Sunday. Months are calendar months.">
      <ul className="mb-4 flex flex-col gap-3 empty:hidden">
        {fields.map((field, at) => (
          <Row key={field.key} label={`Remove limit ${at + 1}`} onRemove={() => remove(at)}>
            <NumberField form={form} name={`caps.${at}.max_hours`} label="Maximum hours" min={1} step={0.25} />
            <SelectField
              form={form}
              name={`caps.${at}.per`}
              label="Per"
              options={[
                { value: 'week', label: 'Week' },
                { value: 'month', label: 'Month' },
              ]}
            />
            <div className="col-span-2 md:min-w-72 md:flex-1">
              <SelectField form={form} name={`caps.${at}.kinds`} label="Counting" options={kindChoices(set)} />
            </div>
          </Row>
        ))}
      </ul>
      <Button
        icon={<Plus aria-hidden />}
        why={fields.length >= workRulesBounds.rules ? 'At most 10.' : null}
        onClick={() => append({ kinds: 'all', per: 'week', max_hours: 64 })}
      >
        Add a limit
      </Button>
    </Card>
  )
}

/** All rules on rest and hours; an empty field turns the rule off. */
export const WorkRulesFields = ({ form }: { form: RulesForm }) => (
  <>
    <Card title="Rest and breaks" hint="Leave a field empty to set no limit.">
      <div className="grid gap-4 md:grid-cols-2">
        <NumberField
          form={form}
          name="rest_hours"
          label="Rest between shifts, in hours"
          hint="Before and after each shift, unless shifts are back to back."
          step={0.25}
          optional
        />
        <NumberField
          form={form}
          name="max_consecutive_hours"
          label="Longest stretch without a break, in hours"
          hint="Counted from the first minute to the last."
          step={0.25}
          optional
        />
        <NumberField
          form={form}
          name="break_minutes"
          label="Shortest break, in minutes"
          hint="Gaps shorter than this don't count as a break."
          min={0}
          max={480}
          step={1}
          optional
        />
        <NumberField
          form={form}
          name="max_consecutive_days"
          label="Most days in a row"
          hint="Calendar days with any work."
          min={1}
          max={31}
          step={1}
          optional
        />
      </div>
    </Card>
    <Windows form={form} />
    <Caps form={form} />
  </>
)
