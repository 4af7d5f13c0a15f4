import Bookmark from 'lucide-react/icons/bookmark'
import BookmarkPlus from 'lucide-react/icons/bookmark-plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useMay } from '#platform/web/support.tsx'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useAddress, useSetUrl } from '#platform/web/url.ts'
import { deleteFilter, listSavedFilters, type SavedFilter, saveFilter } from '../contract.ts'
import { addressOf, type FilterPage, isApplied, keptOf } from '../rules.ts'

const reads = [listSavedFilters] as const

const SaveDialog = ({
  page,
  filters,
  onClose,
}: {
  page: FilterPage
  filters: Record<string, string>
  onClose: () => void
}) => {
  const form = useContractForm(saveFilter, { page, name: '', filters })
  const save = useWrite(saveFilter, { invalidates: reads })
  return (
    <FormDialog
      form={form}
      title="Save these filters"
      description="Only you see your saved filters."
      action="Save filters"
      back="Cancel"
      onSubmit={save.run}
      onDone={() => toast.success('Filters saved')}
      onClose={onClose}
    >
      <TextField form={form} name="name" label="Name" maxLength={60} autoFocus />
    </FormDialog>
  )
}

/** The person's own filters of a list: one press applies one, and the applied one can be deleted. */
export const SavedFilters = ({ page, onApply }: { page: FilterPage; onApply?: () => void }) => {
  const read = useRead(listSavedFilters, { page })
  const remove = useWrite(deleteFilter, { invalidates: reads })
  const setUrl = useSetUrl()
  const address = useAddress()
  const may = useMay()
  const [saving, setSaving] = useState(false)
  const [deleting, setDeleting] = useState<SavedFilter | null>(null)
  const items = read.data?.items ?? []
  const kept = keptOf(page, address)
  const applied = items.find((one) => isApplied(page, one.filters, address))
  const canSave = may(saveFilter) && Object.keys(kept).length > 0 && !applied
  if (items.length === 0 && !canSave) return null
  return (
    <div className="flex min-h-control flex-wrap items-center gap-1.5">
      {items.map((one) => (
        <span key={one.id} className="inline-flex items-center">
          <Button
            size="small"
            look={one === applied ? 'tint' : 'plain'}
            icon={<Bookmark aria-hidden />}
            aria-pressed={one === applied}
            onClick={() => {
              setUrl(addressOf(page, one === applied ? {} : one.filters))
              onApply?.()
            }}
          >
            {one.name}
          </Button>
          {one === applied && may(deleteFilter) && (
            <IconButton label={`Delete filter ${one.name}`} icon={<X aria-hidden />} onClick={() => setDeleting(one)} />
          )}
        </span>
      ))}
      {canSave && (
        <Button size="small" look="quiet" icon={<BookmarkPlus aria-hidden />} onClick={() => setSaving(true)}>
          Save filters
        </Button>
      )}
      {saving && <SaveDialog page={page} filters={kept} onClose={() => setSaving(false)} />}
      <Confirm
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title={`Delete "${deleting?.name ?? ''}"?`}
        text="Your current list won't change."
        action="Delete filter"
        onConfirm={() => remove.run({ id: deleting?.id ?? '' })}
      />
    </div>
  )
}
