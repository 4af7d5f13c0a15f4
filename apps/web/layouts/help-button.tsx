import CircleHelp from 'lucide-react/icons/circle-question-mark'
import { cx } from '#platform/web/ui/class-names.ts'
import { useFrame } from './view.ts'

/**
 * The floating help button. On desktop it floats over the bottom of the sidebar, where it never covers a control; a phone has no
 * such spot, so help is in the account menu.
 */
export const HelpButton = () => {
  const { collapsed, openHelp } = useFrame()
  return (
    <button
      type="button"
      aria-label="Help"
      onClick={openHelp}
      className={cx(
        'no-print fixed z-20 hidden size-9 items-center justify-center rounded-full bg-raised text-soft shadow-float hover:text-ink md:flex',
        collapsed ? 'bottom-15 left-6.5' : 'bottom-3 left-52',
      )}
    >
      <CircleHelp aria-hidden className="size-5" />
    </button>
  )
}
