import CloudUpload from 'lucide-react/icons/cloud-upload'
import type { Saved } from '../outbox-state.ts'
import { useZone } from '../session.ts'
import { clock } from '../time.ts'

/** In the button's place until the screen shows what a press did: a second one would be another press. */
export const SavedPress = ({ saved: { what, at, answered_at } }: { saved: Saved }) => (
  <p role="status" className="figures flex min-h-12 items-center gap-2 rounded-ui bg-hover px-4">
    <CloudUpload aria-hidden className="size-4 shrink-0 text-warn" />
    {what} {answered_at === undefined ? 'saved on this phone' : 'sent'}, {clock(at, useZone())}
  </p>
)
