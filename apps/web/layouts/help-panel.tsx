import { paths } from '#platform/shared/paths.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { isBuilt } from '../not-yet.ts'
import { slots } from '../slots.tsx'

const shortcuts = [
  { keys: ['Ctrl', 'B'], does: 'Expand or collapse the sidebar' },
  { keys: ['Tab'], does: 'Next control; Shift goes back' },
  { keys: ['Esc'], does: 'Close what is open' },
] as const

const Shortcuts = () => (
  <dl className="hidden space-y-2 md:block">
    {shortcuts.map(({ keys, does }) => (
      <div key={does} className="flex items-center justify-between gap-4">
        <dt className="text-soft">{does}</dt>
        <dd className="flex gap-1">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </dd>
      </div>
    ))}
  </dl>
)

/** Keys, whom to ask, and what features add. */
export const HelpPanel = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog open={open} onClose={onClose} title="Help">
    <div className="space-y-5">
      <p className="text-soft">
        Questions about shifts, approvals or your account are answered by the admins of your department.
        {isBuilt('/faq') && (
          <>
            {' '}
            Common ones stand in the <TextLink to={paths.faq()}>FAQ</TextLink>.
          </>
        )}
      </p>
      {slots.Help && <slots.Help />}
      <Shortcuts />
    </div>
  </Dialog>
)
