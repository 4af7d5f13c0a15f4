import CircleHelp from 'lucide-react/icons/circle-question-mark'
import { cx } from '#platform/web/ui/class-names.ts'
import { useFrame } from './view.ts'

/** The floating help button. At a desk it floats over the foot of the sidebar, where it never covers what is there to press; a
 * phone has no such place, so there the account menu has it. */
export const HelpButton = () => {
  const { collapsed, openHelp } = useFrame()
  return (
    <button
      type="button"
      aria-label="Help"
      onClick={openHelp}
      className={cx(
        'no-print fixed z-20 hidden size-9 items-center justify-center rounded-full bg-raised text-soft shadow-float hover:text-ink md:flex',
        collapsed ? 'bottom-15 left-3.5' : 'bottom-3 left-52',
      )}
    >
      <CircleHelp aria-hidden className="size-5" />
    </button>
  )
}
