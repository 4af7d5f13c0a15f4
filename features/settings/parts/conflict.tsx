import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'

export type Conflict = { version: number; changed: string[]; by: string | null }

export const fieldWords: Readonly<Record<string, string>> = {
  name: 'name',
  address: 'address',
  city: 'city',
  phone: 'telephone',
  contact_email: 'contact mail',
  time_zone: 'time zone',
  time_format: 'time format',
  checkin_opens_minutes: 'opening of check-in',
  location_radius_m: 'radius',
  signup_mode: 'way of giving places',
  calloff_notice_minutes: 'notice for calling off',
  hours_edit_limit_days: 'limit for claims',
  quiet_from: 'quiet hours',
  quiet_to: 'quiet hours',
  admins_release_locks: 'release of locked accounts',
  mfa_officers: 'second factor',
  notice_version: 'notice',
  primary_color: 'colour',
  logo_id: 'logo',
}

export const conflictIn = (details: Readonly<Record<string, unknown>>): Conflict | null => {
  const { version, changed, by } = details
  if (typeof version !== 'number' || !Array.isArray(changed)) return null
  const words = changed.map((name) => fieldWords[String(name)] ?? String(name))
  return { version, changed: [...new Set(words)], by: typeof by === 'string' ? by : null }
}

/** Somebody saved the same while this was being typed: what it is, and both ways on. */
export const SettingsConflict = ({
  conflict,
  onTakeTheirs,
  onKeepMine,
}: {
  conflict: Conflict
  onTakeTheirs: () => void
  onKeepMine: () => void
}) => (
  <Notice
    tone="warn"
    title="Changed while you were editing"
    action={
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={onTakeTheirs}>
          Drop mine, show theirs
        </Button>
        <Button size="small" look="danger-quiet" onClick={onKeepMine}>
          Save mine over it
        </Button>
      </div>
    }
  >
    {conflict.by ?? 'Somebody'} changed the {conflict.changed.join(', ')}. What you typed is still here and not saved.
  </Notice>
)
