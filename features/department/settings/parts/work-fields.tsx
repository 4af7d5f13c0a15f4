import type { ReactNode } from 'react'
import { feetUnit, radiusFeet } from '#platform/shared/feet.ts'
import { paths } from '#platform/shared/paths.ts'
import { NumberField, RadioField, SwitchField, UnitField } from '#platform/web/forms/fields.tsx'
import { hoursUnit } from '#platform/web/forms/other-unit.tsx'
import { useOrganization } from '#platform/web/session.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import type { SettingsForm } from '../client.ts'
import { settingBounds } from '../rules.ts'
import { modeOrder } from '../words.ts'

type Bounded = {
  [Name in keyof typeof settingBounds]: (typeof settingBounds)[Name] extends number ? never : Name
}[keyof typeof settingBounds]

const Amount = ({ form, name, label, hint }: { form: SettingsForm; name: Bounded; label: string; hint: string }) => {
  const [least, most] = settingBounds[name]
  return <NumberField form={form} name={name} label={label} hint={hint} min={least} max={most} step={1} />
}

type Hours = {
  form: SettingsForm
  name: 'calloff_notice_minutes' | 'calloff_desk_minutes'
  label: string
  hint: string
}
const Hours = ({ form, name, label, hint }: Hours) => (
  <UnitField {...{ form, name, label, hint }} unit={hoursUnit} min={0} max={settingBounds[name][1] / 60} step={0.25} />
)

/** How officers give up a spot: with notice, and to colleagues. */
const GivingUp = ({ form }: { form: SettingsForm }) => (
  <>
    <Hours
      form={form}
      name="calloff_notice_minutes"
      label="Call-off notice, in hours"
      hint="Up to this deadline, officers can call off without approval. After it, they stay responsible until they're replaced or an admin approves."
    />
    <Hours
      form={form}
      name="calloff_desk_minutes"
      label="Phone-only call-off, hours before the start"
      hint="Within this time, officers see your phone number instead of a button. 0 turns this off."
    />
    <SwitchField form={form} name="swaps_need_approval" label="Swaps and giveaways need an admin's approval" />
  </>
)

type ModeProps = { form: SettingsForm; label: string; hint: ReactNode }
/** The department's default for new shifts. */
const ModeDefault = ({ form, label, hint }: ModeProps) => (
  <RadioField
    form={form}
    name="signup_mode"
    label={label}
    hint={hint}
    options={[
      {
        value: 'approval',
        label: 'An admin approves',
        hint: 'Officers request a shift, and an admin approves or denies each request.',
      },
      {
        value: 'first_come',
        label: 'First come, first served',
        hint: 'Officers are confirmed right away while spots are open.',
      },
    ]}
  />
)

/** Defaults for shifts and their hours, unless a shift says otherwise. */
export const WorkFields = ({ form }: { form: SettingsForm }) => {
  const { features_enabled: features } = useOrganization()
  return (
    <>
      <Card title="Signing up">
        <div className="flex flex-col gap-4">
          <ModeDefault
            form={form}
            label="How officers are chosen by default"
            hint={
              <>
                {modeOrder} <TextLink to={paths.adminAwardRules()}>Award rules</TextLink>
              </>
            }
          />
          <GivingUp form={form} />
          <SwitchField
            form={form}
            name="officers_see_schedule"
            label="Officers see who works"
            hint="Names on posted shifts and regular tours appear in each officer's schedule. Officers on leave show as off, without the reason."
          />
        </div>
      </Card>
      <Card title="Check-in and hours">
        <div className="flex flex-col gap-4">
          <Amount
            form={form}
            name="checkin_opens_minutes"
            label="Check-in opens, minutes before the start"
            hint="Default: 60."
          />
          {features.location_verification && (
            <UnitField
              form={form}
              name="location_radius_m"
              label="Check-in radius, in feet"
              hint="Check-ins from farther away are flagged. Shifts can have their own radius."
              unit={feetUnit}
              min={radiusFeet.min}
              max={radiusFeet.max}
            />
          )}
          <Amount
            form={form}
            name="hours_edit_limit_days"
            label="Extra time claim deadline, in days"
            hint="Default: 14."
          />
        </div>
      </Card>
    </>
  )
}
