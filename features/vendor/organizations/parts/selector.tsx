import Building2 from 'lucide-react/icons/building-2'
import { useState } from 'react'
import { useRead } from '#platform/web/reads.ts'
import { IconButton } from '#platform/web/ui/button.tsx'
import { Combobox } from '#platform/web/ui/combobox.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { useGo, usePathname } from '#platform/web/url.ts'
import { chosenPath, useSelection } from '../client.ts'
import { findOrganizations } from '../contract.ts'
import { tierWords } from '../words.ts'

const SYSTEM = 'system'

const useSelector = () => {
  const go = useGo()
  const path = usePathname()
  const { chosen, remember } = useSelection()
  const [typed, setTyped] = useState('')
  const own = useRead(findOrganizations, { id: chosen ?? undefined }, { enabled: chosen !== null })
  const mine = chosen === null ? undefined : own.data?.items[0]
  // The field contains the name of the current choice, which is not a search.
  const search = typed === mine?.name || typed === 'System view' ? '' : typed.trim()
  const found = useRead(findOrganizations, { search: search || undefined }, { keep: true })
  // If it appears in both reads, use one name: with an old and a new name, each would bring the other back endlessly.
  const items = (found.data?.items ?? []).map((one) => (one.id === mine?.id ? mine : one))
  const shown = mine && !items.includes(mine) ? [mine, ...items] : items
  const options = [
    { value: SYSTEM, label: 'System view', hint: 'All organizations' },
    ...shown.map(({ id, name, subdomain, subscription_tier }) => ({
      value: id,
      label: name,
      hint: `/${subdomain} · ${tierWords[subscription_tier]}`,
    })),
  ]
  const choose = (value: string | null) => {
    if (value === null) return false
    const id = value === SYSTEM ? null : value
    remember(id)
    go(chosenPath(path, id))
    return true
  }
  return { mine, options, choose, setTyped, pending: found.isPending }
}

const Field = ({ of, onChosen }: { of: ReturnType<typeof useSelector>; onChosen?: () => void }) => (
  <Combobox
    aria-label="Organization"
    value={of.mine ? of.mine.id : SYSTEM}
    onChange={(value) => of.choose(value) && onChosen?.()}
    onSearch={of.setTyped}
    options={of.options}
    placeholder="System view"
    empty={of.pending ? 'Searching…' : 'No organizations match.'}
  />
)

/** Specification section 5: the system view, or one chosen organization. The page follows, and the tab remembers it. */
const Selector = () => {
  const of = useSelector()
  const [open, setOpen] = useState(false)
  return (
    <>
      <div className="hidden w-64 sm:block lg:w-80">
        <Field of={of} />
      </div>
      <span className="sm:hidden">
        <IconButton
          label={`Organization: ${of.mine?.name ?? 'System view'}`}
          icon={<Building2 aria-hidden />}
          onClick={() => setOpen(true)}
        />
      </span>
      {open && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title="Organization"
          description="Choose all organizations or one. Vendor pages update to match."
        >
          <div className="min-h-80">
            <Field of={of} onChosen={() => setOpen(false)} />
          </div>
        </Dialog>
      )}
    </>
  )
}

export default Selector
