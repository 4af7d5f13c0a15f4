import CloudUpload from 'lucide-react/icons/cloud-upload'
import type { Saved } from '../outbox-state.ts'
import { useZone } from '../session.ts'
import { clock } from '../time.ts'

/** In the button's place while a press waits on this device: a second one would be another press. */
export const SavedPress = ({ saved: { what, at } }: { saved: Pick<Saved, 'what' | 'at'> }) => (
  <p role="status" className="figures flex min-h-12 items-center gap-2 rounded-ui bg-hover px-4">
    <CloudUpload aria-hidden className="size-4 shrink-0 text-warn" />
    {what} saved on this phone, {clock(at, useZone())}
  </p>
)
