import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { usePhone } from '../phone.ts'
import { Button } from './button.tsx'

const roomy = '(width >= 80rem)'
const subscribe = (told: () => void) => {
  const media = window.matchMedia(roomy)
  media.addEventListener('change', told)
  return () => media.removeEventListener('change', told)
}
const isRoomy = () => window.matchMedia(roomy).matches

/** Whether the window has room for one line of many filters, or nearly. */
export const useRoomy = (): boolean => useSyncExternalStore(subscribe, isRoomy)

type Props = {
  /** How many of the children are set. */
  count: number
  shown?: boolean
  /** Where all filters don't fit in one line at 1024 px: those that stay in it while the children are folded. */
  lead?: ReactNode
  /** How many of those are set. */
  leadCount?: number
  children: ReactNode
}

/** Filters of a toolbar. On a phone they are behind a button that says how many are set; `shown` opens them, such as for a wrong one. */
export const Folded = ({ count, shown = false, lead, leadCount = 0, children }: Props) => {
  const phone = usePhone()
  const narrow = !useRoomy() && lead !== undefined
  const folds = phone || narrow
  const [open, setOpen] = useState(false)
  const set = phone ? count + leadCount : count
  return (
    <>
      {!phone && lead}
      {folds && (
        <Button icon={<SlidersHorizontal aria-hidden />} aria-expanded={open || shown} onClick={() => setOpen(!open)}>
          {phone ? 'Filters' : 'More filters'}
          {set > 0 ? ` (${set})` : ''}
        </Button>
      )}
      {phone && (open || shown) && lead}
      {(!folds || open || shown) && children}
    </>
  )
}
