import { TextField } from '#platform/web/forms/fields.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import type { SettingsForm } from '../client.ts'
import { settingBounds } from '../rules.ts'

export const DepartmentFields = ({ form, subdomain }: { form: SettingsForm; subdomain: string }) => (
  <Card title="Department" hint={`People sign in at /${subdomain}/login.`}>
    <div className="grid gap-4 md:grid-cols-2">
      <TextField
        form={form}
        name="name"
        label="Name"
        maxLength={settingBounds.name}
        autoComplete="off"
        className="md:col-span-2"
      />
      <TextField
        form={form}
        name="address"
        label="Address"
        maxLength={settingBounds.address}
        autoComplete="off"
        optional
      />
      <TextField
        form={form}
        name="city"
        label="City"
        hint="Used for the weather."
        maxLength={settingBounds.city}
        autoComplete="off"
        optional
      />
      <TextField form={form} name="phone" label="Phone" type="tel" inputMode="tel" autoComplete="off" optional />
      <TextField
        form={form}
        name="contact_email"
        label="Contact email"
        type="email"
        inputMode="email"
        autoComplete="off"
        optional
      />
    </div>
  </Card>
)
