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
import { useDeleteCategory, useDeleteEntry, useManaged, useMoveCategory, useMoveEntry } from '../client.ts'
import type { Entry, ManagedCategory } from '../contract.ts'
import { type CategoryActions, CategoryCard } from '../parts/category-card.tsx'
import { CategoryEditor } from '../parts/category-dialogs.tsx'
import { EntryEditor } from '../parts/entry-editor.tsx'
import type { RowActions } from '../parts/entry-row.tsx'
import { SearchField, useSearch } from '../parts/search-field.tsx'
import { type Place, placeOver, searchFaq, stepBefore, withMoved } from '../rules.ts'

/** Which dialog is open, and about what. */
type Doing =
  | { what: 'add'; category: string }
  | { what: 'edit'; entry: Entry }
  | { what: 'delete'; entry: Entry }
  | { what: 'category'; category: ManagedCategory | null }
  | { what: 'remove'; category: ManagedCategory }
  | null

/** A move is shown at once; what the server then says replaces it, and a refusal puts everything back. */
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
      draggable: 'Press space to take it, the arrows to move it, space again to let it go, and escape to leave it.',
    },
    announcements: {
      onDragStart: ({ active }: { active: { id: unknown } }) => `Taken: ${nameOf(active.id)}.`,
      // At first it is over itself: what was taken stands there until it moves.
      onDragOver: ({ active, over }: { active: { id: unknown }; over: { id: unknown } | null }) =>
        over && over.id !== active.id ? `Over ${nameOf(over.id)}.` : undefined,
      onDragEnd: ({ active }: { active: { id: unknown } }) => `Let go: ${nameOf(active.id)}.`,
      onDragCancel: () => 'Left where it was.',
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
        title={`Delete the category “${doing.category.name}”?`}
        text="It holds no question. This cannot be taken back."
        action="Delete category"
        onConfirm={() => deleteCategory.run({ category_id: doing.category.id })}
      />
    )
  return (
    <Confirm
      open
      onClose={onClose}
      title="Delete this question?"
      text={`“${doing.entry.question}” and its answer are gone for everybody. To hide it only, unpublish it.`}
      action="Delete question"
      onConfirm={() => deleteEntry.run({ id: doing.entry.id })}
    />
  )
}

type SetDoing = (doing: Doing) => void

/** The steps of the menus, for whoever does not drag. */
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
  const [search, setSearch] = useSearch()
  const dragging = useDragging(categories, moveTo)
  const steps = useSteps(categories, moveTo)
  const shown = searchFaq(categories, search)
  const listed =
    search.trim() === '' ? categories : categories.flatMap((one) => shown.filter(({ id }) => id === one.id))
  return (
    <>
      <SearchField
        label="Find questions"
        placeholder="Question, answer or category"
        typed={search}
        onType={setSearch}
        className="w-full md:w-80"
      />
      {listed.length === 0 && (
        <EmptyState title={`Nothing found for “${search}”`} text="Search in questions, answers and categories." />
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
        hint="Your department's own answers. Published ones stand in Help & FAQ, above those about the product."
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
          title="No answers of your own yet"
          text="Begin with a category such as Uniform, Court or Parking, then write the questions that officers ask most. Nobody but admins sees a question before you publish it."
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
