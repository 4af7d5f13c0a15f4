import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type ReactNode, useState } from 'react'
import { usePhone } from '../phone.ts'
import { Button } from './button.tsx'

/** Filters of a toolbar. On a phone they are behind a button that says how many are set; `shown` opens them, such as for a wrong one. */
export const Folded = ({ count, shown = false, children }: { count: number; shown?: boolean; children: ReactNode }) => {
  const phone = usePhone()
  const [open, setOpen] = useState(false)
  return (
    <>
      {phone && (
        <Button icon={<SlidersHorizontal aria-hidden />} aria-expanded={open || shown} onClick={() => setOpen(!open)}>
          Filters{count > 0 ? ` (${count})` : ''}
        </Button>
      )}
      {(!phone || open || shown) && children}
    </>
  )
}
