import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { SwitchField, TextareaField } from '#platform/web/forms/fields.tsx'
import { SupportClosed, useInside } from '#platform/web/support.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { SettingsForm } from '../client.ts'
import type { readSettings } from '../contract.ts'
import { settingBounds } from '../rules.ts'
import { Acceptances } from './acceptances.tsx'

const SigningIn = ({ form }: { form: SettingsForm }) => {
  const inside = useInside()
  return (
    <Card title="Sign-in">
      <SupportClosed>
        Only the department's admins can change sign-in settings. Support access is read-only.
      </SupportClosed>
      {!inside && (
        <div className="flex flex-col gap-4">
          <SwitchField
            form={form}
            name="mfa_officers"
            label="Require a second factor for officers"
            hint="Always required for admins. Officers without one set it up at their next sign-in."
          />
          <SwitchField
            form={form}
            name="admins_release_locks"
            label="Admins can unlock accounts"
            hint="When off, locked accounts unlock on their own after 15 minutes."
          />
        </div>
      )}
    </Card>
  )
}

export const AccessFields = ({ form, saved }: { form: SettingsForm; saved: OutputOf<typeof readSettings> }) => {
  const text = useWatch({ control: form.control, name: 'notice_text' })
  const { notice } = saved
  const [listed, setListed] = useState(false)
  return (
    <>
      <SigningIn form={form} />
      <Card title="Notice" hint="Everyone must accept this after signing in. Leave empty for no notice.">
        <div className="flex flex-col gap-4">
          <TextareaField
            form={form}
            name="notice_text"
            label="Notice text"
            maxLength={settingBounds.notice_text}
            rows={6}
            optional
          />
          {notice && text === saved.notice_text && (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <p className="figures text-soft">
                Accepted by {notice.accepted} of {notice.asked}.
              </p>
              <Button size="small" onClick={() => setListed(true)}>
                See who accepted
              </Button>
            </div>
          )}
          {text !== saved.notice_text && text !== '' && (
            <Notice tone="warn" title="Everyone must accept again">
              After you change the text, everyone, including you, must accept it to continue.
            </Notice>
          )}
        </div>
        {listed && notice && <Acceptances asked={notice.asked} onClose={() => setListed(false)} />}
      </Card>
    </>
  )
}
