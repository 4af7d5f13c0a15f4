import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { RadioField, TimeField } from '#platform/web/forms/fields.tsx'
import { PageForm } from '#platform/web/forms/page-form.tsx'
import { useOrganization } from '#platform/web/session.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useSetQuietHours } from '../client.settings.ts'
import { type readSettings, setQuietHours } from '../contract.settings.ts'

type Settings = OutputOf<typeof readSettings>

const organizationWords = (hours: Settings['organization_quiet']): string =>
  hours ? `Currently ${hours.from} to ${hours.to}` : 'None set: everything arrives right away'

/** When emails are held. Notifications in the app still appear right away. */
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
    <Card
      title="Quiet hours"
      hint={`Email, push and text messages wait until quiet hours end. Times are in ${time_zone.replaceAll('_', ' ')}.`}
    >
      <PageForm
        form={form}
        onSubmit={save.run}
        onDone={() => toast.success('Saved', 'Quiet hours saved.')}
        action="Save"
        barAction="Save quiet hours"
      >
        <RadioField
          form={form}
          name="quiet"
          label="Hold messages"
          options={[
            {
              value: 'organization',
              label: "During the department's quiet hours",
              hint: organizationWords(settings.organization_quiet),
            },
            { value: 'own', label: 'During my own quiet hours' },
            { value: 'none', label: 'Never: send everything right away' },
          ]}
        />
        {own && (
          <div className="grid grid-cols-2 gap-3">
            <TimeField form={form} name="quiet_from" label="From" />
            <TimeField
              form={form}
              name="quiet_to"
              label="To"
              hint="If it's earlier than From, quiet hours end the next day."
            />
          </div>
        )}
        <p className="text-small text-faint">
          Order-ins, links you request and sign-in emails arrive right away. Nothing about a shift is sent after it
          starts.
        </p>
      </PageForm>
    </Card>
  )
}
