import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import { cx } from '#platform/web/ui/class-names.ts'
import { Over } from '#platform/web/ui/dialog.tsx'
import { itemClass } from '#platform/web/ui/popup.ts'
import type { Entry } from '../palette-entries.ts'
import { takeKeys } from './held-keys.ts'

export type Group = { label: string; items: Entry[] }

const Results = ({ pick }: { pick: (entry: Entry) => void }) => (
  <Autocomplete.List className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
    {(group: Group) => (
      <Autocomplete.Group key={group.label} items={group.items} className="pb-1">
        <Autocomplete.GroupLabel className="px-3 py-1.5 text-tiny font-medium text-faint md:px-2.5">
          {group.label}
        </Autocomplete.GroupLabel>
        <Autocomplete.Collection>
          {(entry: Entry) => (
            <Autocomplete.Item key={entry.id} value={entry} onClick={() => pick(entry)} className={itemClass}>
              <entry.icon aria-hidden />
              <span className="min-w-0 flex-1 truncate">{entry.label}</span>
              {entry.hint && <span className="figures shrink-0 text-small text-faint">{entry.hint}</span>}
            </Autocomplete.Item>
          )}
        </Autocomplete.Collection>
      </Autocomplete.Group>
    )}
  </Autocomplete.List>
)

/** Search results in groups; the arrow keys and Enter pick one. */
export const PaletteBox = ({
  groups,
  typed,
  onTyped,
  pick,
  searching = false,
  label,
  placeholder,
  nothing,
}: {
  groups: readonly Group[]
  typed: string
  onTyped: (typed: string) => void
  pick: (entry: Entry) => void
  searching?: boolean
  label: string
  placeholder: string
  nothing: string
}) => (
  <Autocomplete.Root
    inline
    open
    mode="none"
    autoHighlight="always"
    keepHighlight
    items={groups}
    value={typed}
    onValueChange={(text, { reason }) => reason !== 'item-press' && onTyped(text)}
    itemToStringValue={(entry: Entry) => entry.label}
  >
    <div className="flex items-center gap-3 border-b border-line px-4">
      <Search aria-hidden className="size-4.5 shrink-0 text-faint" />
      <Autocomplete.Input
        data-palette-field
        onFocus={() => {
          const ahead = takeKeys()
          if (ahead) onTyped(typed + ahead)
        }}
        aria-label={label}
        placeholder={placeholder}
        maxLength={100}
        className="min-h-13 w-full min-w-0 bg-transparent text-lead outline-none placeholder:text-faint"
      />
    </div>
    <Autocomplete.Status className="px-4 text-small text-faint not-empty:py-2">
      {searching ? 'Searching…' : ''}
    </Autocomplete.Status>
    <Autocomplete.Empty className="px-4 text-soft not-empty:py-6">{searching ? '' : nothing}</Autocomplete.Empty>
    <Results pick={pick} />
  </Autocomplete.Root>
)

export const PaletteDialog = ({
  open,
  onClose,
  children,
}: {
  open: boolean
  onClose: () => void
  children: ReactNode
}) => (
  <Over open={open} onClose={onClose}>
    <Dialog.Portal>
      <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
      <Dialog.Popup
        className={cx(
          'fixed z-40 flex flex-col overflow-hidden bg-surface text-ink shadow-float outline-none',
          'inset-x-0 top-0 max-h-[80dvh] rounded-b-[calc(var(--radius-ui)*2)]',
          'md:inset-x-auto md:top-[12dvh] md:left-1/2 md:max-h-[60dvh] md:w-[min(36rem,calc(100vw-4rem))] md:-translate-x-1/2 md:rounded-ui',
        )}
      >
        <Dialog.Title className="sr-only">Find anything</Dialog.Title>
        {children}
      </Dialog.Popup>
    </Dialog.Portal>
  </Over>
)
