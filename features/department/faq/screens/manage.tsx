import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import FolderPlus from 'lucide-react/icons/folder-plus'
import { useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useUrlSearch } from '#platform/web/url.ts'
import { useDeleteCategory, useDeleteEntry, useManaged, useMoveCategory, useMoveEntry } from '../client.ts'
import type { Entry, ManagedCategory } from '../contract.ts'
import { type CategoryActions, CategoryCard } from '../parts/category-card.tsx'
import { CategoryEditor } from '../parts/category-dialogs.tsx'
import { EntryEditor } from '../parts/entry-editor.tsx'
import type { RowActions } from '../parts/entry-row.tsx'
import { SearchBar } from '../parts/search-field.tsx'
import { type Place, placeOver, searchFaq, stepBefore, withMoved } from '../rules.ts'

/** The open dialog, and its subject. */
type Doing =
  | { what: 'add'; category: string }
  | { what: 'edit'; entry: Entry }
  | { what: 'delete'; entry: Entry }
  | { what: 'category'; category: ManagedCategory | null }
  | { what: 'remove'; category: ManagedCategory }
  | null

/** A move is shown right away; the server's response replaces it, and a refusal reverts it. */
const useMoving = () => {
  const read = useManaged()
  const move = useMoveEntry()
  const [shown, setShown] = useState<ManagedCategory[] | null>(null)
  const categories = shown ?? read.data?.categories ?? []
  const moveTo = async (id: string, place: Place) => {
    setShown(withMoved(categories, id, place))
    try {
      await move.run({ id, ...place })
      await read.refetch()
    } catch (error) {
      toast.failure(error)
    } finally {
      setShown(null)
    }
  }
  return { read, categories, moveTo }
}

const useDragging = (categories: readonly ManagedCategory[], moveTo: (id: string, place: Place) => Promise<void>) => {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const nameOf = (id: unknown) =>
    categories
      .flatMap((one) => [
        { id: one.id, name: `category ${one.name}` },
        ...one.entries.map((e) => ({ id: e.id, name: e.question })),
      ])
      .find((one) => one.id === id)?.name ?? ''
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const place = over && placeOver(categories, String(active.id), String(over.id))
    if (place) void moveTo(String(active.id), place)
  }
  const accessibility = {
    screenReaderInstructions: {
      draggable: 'Press Space to pick up, arrow keys to move, Space to drop, and Escape to cancel.',
    },
    announcements: {
      onDragStart: ({ active }: { active: { id: unknown } }) => `Picked up: ${nameOf(active.id)}.`,
      // At first an entry is over itself: announce nothing until it moves.
      onDragOver: ({ active, over }: { active: { id: unknown }; over: { id: unknown } | null }) =>
        over && over.id !== active.id ? `Over ${nameOf(over.id)}.` : undefined,
      onDragEnd: ({ active }: { active: { id: unknown } }) => `Dropped: ${nameOf(active.id)}.`,
      onDragCancel: () => 'Move canceled.',
    },
  }
  return { sensors, onDragEnd, accessibility }
}

const Dialogs = ({
  doing,
  categories,
  onClose,
}: {
  doing: Doing
  categories: readonly ManagedCategory[]
  onClose: () => void
}) => {
  const deleteEntry = useDeleteEntry()
  const deleteCategory = useDeleteCategory()
  if (doing === null) return null
  if (doing.what === 'category') return <CategoryEditor category={doing.category} onClose={onClose} />
  if (doing.what === 'add' || doing.what === 'edit')
    return (
      <EntryEditor
        entry={doing.what === 'edit' ? doing.entry : null}
        category={doing.what === 'add' ? doing.category : doing.entry.category_id}
        categories={categories}
        onClose={onClose}
      />
    )
  if (doing.what === 'remove')
    return (
      <Confirm
        open
        onClose={onClose}
        title={`Delete the category "${doing.category.name}"?`}
        text="The category is empty. This can't be undone."
        action="Delete category"
        onConfirm={() => deleteCategory.run({ category_id: doing.category.id })}
      />
    )
  return (
    <Confirm
      open
      onClose={onClose}
      title="Delete this question?"
      text={`"${doing.entry.question}" and its answer will be deleted for everyone. To hide them, unpublish instead.`}
      action="Delete question"
      onConfirm={() => deleteEntry.run({ id: doing.entry.id })}
    />
  )
}

type SetDoing = (doing: Doing) => void

/** The menu actions for moving up and down without dragging. */
const useSteps = (
  categories: readonly ManagedCategory[],
  moveTo: (id: string, place: Place) => Promise<void>,
): Pick<RowActions, 'onStep'> & Pick<CategoryActions, 'onStepCategory'> => {
  const moveCategory = useMoveCategory()
  return {
    onStep: (entry, way) => {
      const ids = categories.find((one) => one.id === entry.category_id)?.entries.map((one) => one.id) ?? []
      const to = stepBefore(ids, entry.id, way)
      if (to) void moveTo(entry.id, { category_id: entry.category_id, ...to })
    },
    onStepCategory: (category, way) => {
      const ids = categories.map((one) => one.id)
      const to = stepBefore(ids, category.id, way)
      if (to) void moveCategory.run({ category_id: category.id, ...to }).catch(toast.failure)
    },
  }
}

const Categories = ({
  categories,
  moveTo,
  setDoing,
}: {
  categories: readonly ManagedCategory[]
  moveTo: (id: string, place: Place) => Promise<void>
  setDoing: SetDoing
}) => {
  const { typed: search, setTyped: setSearch } = useUrlSearch()
  const dragging = useDragging(categories, moveTo)
  const steps = useSteps(categories, moveTo)
  const shown = searchFaq(categories, search)
  const listed =
    search.trim() === '' ? categories : categories.flatMap((one) => shown.filter(({ id }) => id === one.id))
  return (
    <>
      <SearchBar
        label="Find questions"
        placeholder="Question, answer or category"
        value={search}
        onType={setSearch}
        className="w-full md:w-80"
      />
      {listed.length === 0 && (
        <EmptyState title={`No results for "${search}"`} text="Search covers questions, answers and categories." />
      )}
      <DndContext collisionDetection={closestCenter} {...dragging}>
        <div className="space-y-5">
          {listed.map((category) => (
            <CategoryCard
              key={category.id}
              category={{ ...category, entries: [...category.entries] }}
              first={categories[0]?.id === category.id}
              last={categories.at(-1)?.id === category.id}
              sortable={search.trim() === ''}
              onAdd={({ id }) => setDoing({ what: 'add', category: id })}
              onRename={(one) => setDoing({ what: 'category', category: one })}
              onRemove={(one) => setDoing({ what: 'remove', category: one })}
              onEdit={(entry) => setDoing({ what: 'edit', entry })}
              onDelete={(entry) => setDoing({ what: 'delete', entry })}
              {...steps}
            />
          ))}
        </div>
      </DndContext>
    </>
  )
}

const FaqManagement = () => {
  const { read, categories, moveTo } = useMoving()
  const [doing, setDoing] = useState<Doing>(null)
  const addCategory = (
    <Button
      look="primary"
      icon={<FolderPlus aria-hidden />}
      wide
      onClick={() => setDoing({ what: 'category', category: null })}
    >
      Add category
    </Button>
  )
  return (
    <>
      <PageHeader
        title="FAQ Management"
        hint="Your department's answers. Published ones appear in Help & FAQ above the product answers."
        actions={
          <>
            <ButtonLink to={paths.faq()} wide>
              See the FAQ
            </ButtonLink>
            {categories.length > 0 && addCategory}
          </>
        }
      />
      {read.isPending ? (
        <CardSkeleton lines={6} />
      ) : read.error ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : categories.length === 0 ? (
        <EmptyState
          title="No department answers yet"
          text="Add a category such as Uniform, Court or Parking, then the questions officers ask most. Only admins see drafts."
          action={addCategory}
        />
      ) : (
        <Categories categories={categories} moveTo={moveTo} setDoing={setDoing} />
      )}
      <Dialogs doing={doing} categories={categories} onClose={() => setDoing(null)} />
    </>
  )
}
export default FaqManagement
