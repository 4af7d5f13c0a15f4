import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'

export type Conflict = { version: number; changed: string[]; by: string | null }

const fieldWords: Readonly<Record<string, string>> = {
  title: 'title',
  description: 'description',
  kind: 'kind',
  client: 'client',
  location_name: 'place',
  location_address: 'address',
  location_lat: 'position',
  location_lng: 'position',
  location_radius_m: 'radius',
  time_zone: 'time zone',
  starts_at: 'start',
  ends_at: 'end',
  min_required: 'least number of officers',
  signup_mode: 'way of giving places',
  signup_opens_at: 'sign-up opening',
  signup_closes_at: 'sign-up closing',
  publish_at: 'publishing time',
  pay_code: 'pay code',
  min_pay_minutes: 'minimum pay',
  status: 'state',
  posts: 'posts',
}

export const conflictIn = (details: Readonly<Record<string, unknown>>): Conflict | null => {
  const { version, changed, by } = details
  if (typeof version !== 'number' || !Array.isArray(changed)) return null
  const words = changed.map((field) => fieldWords[String(field)] ?? String(field))
  return { version, changed: [...new Set(words)], by: typeof by === 'string' ? by : null }
}

/** Somebody saved while this was being typed: what changed, and both ways on. Nothing typed is lost unless one says so. */
export const EditorConflict = ({
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
