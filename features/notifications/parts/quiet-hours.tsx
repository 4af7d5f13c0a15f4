import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { RadioField, TimeField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useOrganization } from '#platform/web/session.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useSetQuietHours } from '../client.ts'
import { type readSettings, setQuietHours } from '../contract.settings.ts'

type Settings = OutputOf<typeof readSettings>

const organizationWords = (hours: Settings['organization_quiet']): string =>
  hours ? `Now ${hours.from} to ${hours.to}` : 'It has none now: mails come at once'

/** When mails wait. What stands in the app is there at once all the same. */
export const QuietHoursCard = ({ settings }: { settings: Settings }) => {
  const { time_zone } = useOrganization()
  const form = useContractForm(setQuietHours, {
    quiet: settings.quiet,
    quiet_from: settings.quiet_from ?? '22:00',
    quiet_to: settings.quiet_to ?? '06:00',
  })
  const save = useSetQuietHours()
  const own = form.watch('quiet') === 'own'
  return (
    <Card title="Quiet hours" hint={`Mails wait until they are over. Times of ${time_zone.replaceAll('_', ' ')}.`}>
      <Form form={form} onSubmit={save.run} onDone={() => toast.success('Saved', 'Your quiet hours hold from now on.')}>
        <RadioField
          form={form}
          name="quiet"
          label="Mails wait"
          options={[
            {
              value: 'organization',
              label: 'As the department says',
              hint: organizationWords(settings.organization_quiet),
            },
            { value: 'own', label: 'In my own quiet hours' },
            { value: 'none', label: 'Never: send them at once' },
          ]}
        />
        {own && (
          <div className="grid grid-cols-2 gap-3">
            <TimeField form={form} name="quiet_from" label="From" />
            <TimeField form={form} name="quiet_to" label="To" hint="Over midnight where it is earlier." />
          </div>
        )}
        <p className="text-small text-faint">
          Links that you ask for and mails about your sign-in come at once. A mail that would come after the shift has
          begun is not sent.
        </p>
        <div>
          <SubmitButton form={form}>Save</SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
