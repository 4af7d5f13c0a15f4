import { NumberField, RadioField, SwitchField } from '#platform/web/forms/fields.tsx'
import { useOrganization } from '#platform/web/session.ts'
import { Card } from '#platform/web/ui/card.tsx'
import type { SettingsForm } from '../client.ts'
import { settingBounds } from '../rules.ts'

type Bounded = {
  [Name in keyof typeof settingBounds]: (typeof settingBounds)[Name] extends number ? never : Name
}[keyof typeof settingBounds]

const Amount = ({ form, name, label, hint }: { form: SettingsForm; name: Bounded; label: string; hint: string }) => {
  const [least, most] = settingBounds[name]
  return <NumberField form={form} name={name} label={label} hint={hint} min={least} max={most} step={1} />
}

/** How a place is given up: by notice, and to colleagues. */
const GivingUp = ({ form }: { form: SettingsForm }) => (
  <>
    <Amount
      form={form}
      name="calloff_notice_minutes"
      label="Notice for calling off, in minutes"
      hint="1440 is 24 h. Until then an officer calls off freely; after it the officer stays responsible until replaced or until an admin accepts."
    />
    <Amount
      form={form}
      name="calloff_desk_minutes"
      label="Call-off by telephone only, minutes before the start"
      hint="120 is 2 h. From then on officers are shown your department's telephone number and no button. 0: never."
    />
    <SwitchField form={form} name="swaps_need_approval" label="Swaps and shifts given away need an admin's approval" />
  </>
)

/** What holds for shifts and their hours, where a shift says nothing else. */
export const WorkFields = ({ form }: { form: SettingsForm }) => {
  const { features } = useOrganization()
  return (
    <>
      <Card title="Signing up">
        <div className="flex flex-col gap-4">
          <RadioField
            form={form}
            name="signup_mode"
            label="New assignments begin with"
            options={[
              { value: 'approval', label: 'An admin approves', hint: 'Every sign-up waits for a decision.' },
              {
                value: 'first_come',
                label: 'First come, first served',
                hint: 'A sign-up takes the place at once while there is one.',
              },
            ]}
          />
          <GivingUp form={form} />
        </div>
      </Card>
      <Card title="Check-in and hours">
        <div className="flex flex-col gap-4">
          <Amount
            form={form}
            name="checkin_opens_minutes"
            label="Check-in opens, minutes before the start"
            hint="60 unless you change it."
          />
          {features.location_verification && (
            <Amount
              form={form}
              name="location_radius_m"
              label="Radius around a place, in meters"
              hint="Who presses within it is there. A shift can have its own."
            />
          )}
          <Amount
            form={form}
            name="hours_edit_limit_days"
            label="Extra time can be claimed for, in days"
            hint="14 days back unless you change it."
          />
        </div>
      </Card>
    </>
  )
}
