import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import GripVertical from 'lucide-react/icons/grip-vertical'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, IconButton, iconButtonClass } from '#platform/web/ui/button.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { Menu, MenuItem } from '#platform/web/ui/menu.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { usePublishEntry } from '../client.ts'
import type { Entry } from '../contract.ts'
import { plainAnswer } from '../rules.ts'

export type RowActions = {
  onEdit: (entry: Entry) => void
  onDelete: (entry: Entry) => void
  onStep: (entry: Entry, step: 'up' | 'down') => void
}

const PublishButton = ({ entry }: { entry: Entry }) => {
  const publish = usePublishEntry()
  const set = async () => {
    await publish.run({ id: entry.id, published: !entry.published })
    toast.success(entry.published ? 'Unpublished' : 'Published', entry.question)
  }
  return (
    <Button
      size="small"
      busy={publish.pending}
      icon={entry.published ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      onClick={() => void set().catch(toast.failure)}
    >
      {entry.published ? 'Unpublish' : 'Publish'}
      <span className="sr-only">{entry.question}</span>
    </Button>
  )
}

const EntryMenu = ({
  entry,
  may,
  onEdit,
  onDelete,
  onStep,
}: RowActions & { entry: Entry; may: { up: boolean; down: boolean } }) => (
  <Menu trigger={<IconButton label={`More for: ${entry.question}`} icon={<Ellipsis aria-hidden />} />}>
    <MenuItem icon={<Pencil aria-hidden />} onPick={() => onEdit(entry)}>
      Edit
    </MenuItem>
    <MenuItem icon={<ArrowUp aria-hidden />} why={may.up ? null : 'Already first.'} onPick={() => onStep(entry, 'up')}>
      Move up
    </MenuItem>
    <MenuItem
      icon={<ArrowDown aria-hidden />}
      why={may.down ? null : 'Already last.'}
      onPick={() => onStep(entry, 'down')}
    >
      Move down
    </MenuItem>
    <MenuItem danger icon={<Trash aria-hidden />} onPick={() => onDelete(entry)}>
      Delete
    </MenuItem>
  </Menu>
)

/** One question in the list: moved by dragging its handle, with space and arrow keys, or from the menu. */
export const EntryRow = ({
  entry,
  may,
  sortable,
  ...actions
}: RowActions & { entry: Entry; may: { up: boolean; down: boolean }; sortable: boolean }) => {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: entry.id,
    disabled: !sortable,
  })
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={cx(
        'flex flex-wrap items-center gap-x-2 gap-y-1 bg-surface px-2 py-2 md:flex-nowrap md:px-3',
        isDragging && 'relative z-10 rounded-ui shadow-float',
      )}
    >
      {sortable && (
        <button
          type="button"
          {...attributes}
          {...listeners}
          ref={setActivatorNodeRef}
          aria-label={`Move: ${entry.question}`}
          className={cx(iconButtonClass(), 'cursor-grab touch-none')}
        >
          <GripVertical aria-hidden />
        </button>
      )}
      <div className="min-w-0 flex-1 basis-56 py-1 md:basis-0">
        <p className="font-medium wrap-anywhere">{entry.question}</p>
        <p className="line-clamp-1 text-small text-faint wrap-anywhere">{plainAnswer(entry.answer)}</p>
      </div>
      <div className="ml-auto flex items-center gap-2">
        <Badge tone={entry.published ? 'ok' : 'plain'}>{entry.published ? 'Published' : 'Draft'}</Badge>
        <PublishButton entry={entry} />
        <EntryMenu entry={entry} may={may} {...actions} />
      </div>
    </li>
  )
}
