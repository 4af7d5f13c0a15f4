import MessageSquare from 'lucide-react/icons/message-square'
import { lazy, Suspense, useState } from 'react'
import { useInside } from '#platform/web/support.tsx'
import { Button, type ButtonLook } from '#platform/web/ui/button.tsx'

const RequestDialog = lazy(async () => ({ default: (await import('./request-dialog.tsx')).RequestDialog }))

/** Asks the vendor for an upgrade: specification section 6, and the Trial Expired screen of section 8. */
export const ContactVendor = ({ label, look = 'plain' }: { label: string; look?: ButtonLook }) => {
  const [open, setOpen] = useState<boolean | null>(null)
  // Vendor staff don't write to the vendor.
  if (useInside()) return null
  return (
    <>
      <Button look={look} icon={<MessageSquare aria-hidden />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open !== null && (
        <Suspense>
          <RequestDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
