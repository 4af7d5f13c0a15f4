import { useDroppable } from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { Menu, MenuItem } from '#platform/web/ui/menu.tsx'
import type { ManagedCategory } from '../contract.ts'
import { EntryRow, type RowActions } from './entry-row.tsx'

export type CategoryActions = {
  onAdd: (category: ManagedCategory) => void
  onRename: (category: ManagedCategory) => void
  onRemove: (category: ManagedCategory) => void
  onStepCategory: (category: ManagedCategory, step: 'up' | 'down') => void
}

type Ends = { first: boolean; last: boolean }

const CategoryMenu = ({
  category,
  first,
  last,
  onRename,
  onRemove,
  onStepCategory,
}: Omit<CategoryActions, 'onAdd'> & Ends & { category: ManagedCategory }) => (
  <Menu trigger={<IconButton label={`More for category ${category.name}`} icon={<Ellipsis aria-hidden />} />}>
    <MenuItem icon={<Pencil aria-hidden />} onPick={() => onRename(category)}>
      Rename
    </MenuItem>
    <MenuItem
      icon={<ArrowUp aria-hidden />}
      why={first ? 'Already first.' : null}
      onPick={() => onStepCategory(category, 'up')}
    >
      Move up
    </MenuItem>
    <MenuItem
      icon={<ArrowDown aria-hidden />}
      why={last ? 'Already last.' : null}
      onPick={() => onStepCategory(category, 'down')}
    >
      Move down
    </MenuItem>
    <MenuItem
      danger
      icon={<Trash aria-hidden />}
      why={category.entries.length > 0 ? 'Move or delete its questions first.' : null}
      onPick={() => onRemove(category)}
    >
      Delete
    </MenuItem>
  </Menu>
)

/** A category with its questions; an empty one accepts an entry dropped on it. */
export const CategoryCard = ({
  category,
  first,
  last,
  sortable,
  onAdd,
  onRename,
  onRemove,
  onStepCategory,
  ...row
}: CategoryActions & RowActions & Ends & { category: ManagedCategory; sortable: boolean }) => {
  const ids = category.entries.map((entry) => entry.id)
  // Only while empty: otherwise the arrow keys would reach the whole list before its entries.
  const { setNodeRef, isOver } = useDroppable({ id: category.id, disabled: !sortable || ids.length > 0 })
  return (
    <Card
      flush
      title={<span className="wrap-anywhere">{category.name}</span>}
      aside={
        <span className="flex items-center gap-1">
          <Button size="small" icon={<Plus aria-hidden />} onClick={() => onAdd(category)}>
            Add question<span className="sr-only"> to {category.name}</span>
          </Button>
          <CategoryMenu {...{ category, first, last, onRename, onRemove, onStepCategory }} />
        </span>
      }
    >
      <div ref={setNodeRef} className={cx('min-h-14', isOver && 'bg-brand-wash')}>
        {ids.length === 0 ? (
          <p className="px-5 py-4 text-faint">No questions yet. Categories without published questions are hidden.</p>
        ) : (
          <SortableContext items={ids} strategy={verticalListSortingStrategy}>
            <ul aria-label={category.name} className="divide-y divide-line">
              {category.entries.map((entry, at) => (
                <EntryRow
                  key={entry.id}
                  entry={entry}
                  may={{ up: at > 0, down: at < ids.length - 1 }}
                  sortable={sortable}
                  {...row}
                />
              ))}
            </ul>
          </SortableContext>
        )}
      </div>
    </Card>
  )
}
