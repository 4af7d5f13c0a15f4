import { Popover } from '@base-ui/react/popover'
import Hourglass from 'lucide-react/icons/hourglass'
import LogOut from 'lucide-react/icons/log-out'
import MailOpen from 'lucide-react/icons/mail-open'
import Megaphone from 'lucide-react/icons/megaphone'
import Moon from 'lucide-react/icons/moon'
import TreePalm from 'lucide-react/icons/tree-palm'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import { floating, popupClass } from '#platform/web/ui/popup.ts'
import { Swatches } from './chip.tsx'

const marks = [
  [Hourglass, 'Requested'],
  [MailOpen, 'Offered'],
  [Megaphone, 'Ordered in'],
  [LogOut, 'Call-off'],
  [TreePalm, 'Leave'],
  [TriangleAlert, 'Conflict'],
  [Moon, 'Short rest'],
] as const
const warns: ReadonlySet<string> = new Set(['Conflict', 'Short rest', 'Call-off'])
const keys = [
  ['↑↓←→', 'step'],
  ['Enter', 'open'],
  ['M', 'move'],
  ['N', 'new shift'],
] as const

/** What the icons mean. */
export const Marks = () =>
  marks.map(([Icon, word]) => (
    <span key={word} className="flex items-center gap-1 xl:gap-1.5">
      <Icon aria-hidden className={cx('size-3.5', warns.has(word) && 'text-warn')} />
      {word}
    </span>
  ))

/** The keys of the sheet, on demand where the line has no room for them. */
const Keys = () => (
  <Popover.Root>
    <Popover.Trigger className={cx(buttonClass('quiet', 'small'), '-my-1 ml-auto @min-[88rem]:hidden')}>
      Keys
    </Popover.Trigger>
    <Popover.Portal>
      <Popover.Positioner {...floating} side="top" align="end" sideOffset={6} collisionPadding={8} className="z-50">
        <Popover.Popup className={cx(popupClass, 'px-4 py-3')}>
          <Popover.Title className="mb-2 font-semibold">Keyboard shortcuts</Popover.Title>
          <dl className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1.5">
            {keys.map(([key, what]) => (
              <div key={key} className="contents">
                <dt>
                  <Kbd>{key}</Kbd>
                </dt>
                <dd className="first-letter:uppercase">{what}</dd>
              </div>
            ))}
          </dl>
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  </Popover.Root>
)

/** The legend below a sheet: one line from 1024 px on. It stays in view while the page scrolls a long week. */
export const Legend = ({ stays }: { stays: boolean }) => (
  <section
    aria-label="Legend"
    className={cx(
      'no-print @container flex flex-wrap items-center gap-x-1.5 gap-y-1 text-small text-faint xl:gap-x-2.5',
      stays ? 'sticky bottom-0 z-10 bg-canvas py-1' : 'mt-2',
    )}
  >
    <Swatches looks={['overtime', 'extra', 'open', 'draft']} />
    <Marks />
    {/* A tour's dashed line to the next day. */}
    <span className="hidden items-center gap-1.5 @min-[68.5rem]:flex">
      <span aria-hidden className="w-5 border-t border-dashed border-line-strong" />
      Past midnight
    </span>
    <span className="hidden items-center gap-x-2 @min-[88rem]:flex">
      {keys.map(([key, what]) => (
        <span key={key} className="flex items-center gap-1.5">
          <Kbd>{key}</Kbd> {what}
        </span>
      ))}
    </span>
    <Keys />
  </section>
)
