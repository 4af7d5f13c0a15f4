import { useDeferredValue, useState } from 'react'
import { listOfficers } from '#features/roster/officers/contract.ts'
import { apartWords } from '#features/roster/officers/words.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { useSignedIn } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/checks.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Input } from '#platform/web/ui/input.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'

/** By id, with names, so that a selection survives further searches. */
export type Chosen = ReadonlyMap<string, string>

const Some = ({ q, chosen, onChange }: { q: string; chosen: Chosen; onChange: (next: Chosen) => void }) => {
  const me = useSignedIn().officer?.id
  const list = useReadPages(listOfficers, { standing: 'approved', ...(q ? { search: q } : {}) }, { keep: true })
  if (!list.items)
    return list.error ? (
      <ErrorState quiet error={list.error} retry={() => void list.refetch()} />
    ) : (
      <ListSkeleton rows={4} />
    )
  if (list.items.length === 0) return <EmptyState quiet title="No results" text="Only active officers can be added." />
  const put = (some: readonly { id: string; name: string }[], into: boolean) => {
    const next = new Map(chosen)
    for (const one of some) into ? next.set(one.id, one.name) : next.delete(one.id)
    onChange(next)
  }
  // Nobody can add themselves to a platoon.
  const others = list.items.filter((one) => one.id !== me)
  const all = others.every((one) => chosen.has(one.id))
  return (
    <>
      <Button size="small" look="quiet" onClick={() => put(others, !all)}>
        {all ? 'Clear selection' : 'Select all'}
      </Button>
      <ul aria-label="Officers" className="max-h-72 divide-y divide-line overflow-y-auto">
        {list.items.map((one) => (
          <li key={one.id} className="py-1.5">
            <Checkbox
              checked={chosen.has(one.id)}
              onChange={(into) => put([one], into)}
              label={one.name}
              disabled={one.id === me}
              hint={one.id === me ? 'Ask another admin to add you' : apartWords(one)}
            />
          </li>
        ))}
      </ul>
      <LoadMore
        more={list.more}
        loading={list.loadingMore}
        onMore={list.loadMore}
        shown={list.items.length}
        noun="officers"
      />
    </>
  )
}

/** Multi-select of active officers, searchable by name, badge or unit; all results can be selected at once. */
export const ChooseOfficers = ({ chosen, onChange }: { chosen: Chosen; onChange: (next: Chosen) => void }) => {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  return (
    <div className="flex flex-col gap-2">
      <Field label="Find officers" hint="Name, badge or unit">
        {(control) => (
          <Input {...control} type="search" maxLength={100} value={typed} onChange={(e) => setTyped(e.target.value)} />
        )}
      </Field>
      <Some q={q} chosen={chosen} onChange={onChange} />
      {chosen.size > 0 && <p className="text-small text-soft">Selected: {[...chosen.values()].join(', ')}</p>}
    </div>
  )
}
