import LayoutTemplate from 'lucide-react/icons/layout-template'
import Pencil from 'lucide-react/icons/pencil'
import Settings from 'lucide-react/icons/settings-2'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { Confirm, Dialog } from '#platform/web/ui/dialog.tsx'
import { Menu, MenuHeading, MenuItem, MenuLine, MenuLink } from '#platform/web/ui/menu.tsx'
import { EmptyState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { deleteTemplate, listTemplates, renameTemplate, saveTemplate } from '../contract.templates.ts'

type Template = { id: string; name: string }

const Rename = ({ template, onDone }: { template: Template; onDone: () => void }) => {
  const form = useContractForm(renameTemplate, { id: template.id, name: template.name })
  const rename = useWrite(renameTemplate, { invalidates: [listTemplates] })
  return (
    <Form form={form} onSubmit={rename.run} onDone={onDone} className="flex-1">
      <TextField form={form} name="name" label="Template name" maxLength={120} autoFocus />
      <div className="flex flex-wrap gap-2">
        <SubmitButton form={form}>Rename</SubmitButton>
        <Button onClick={onDone}>Back</Button>
      </div>
    </Form>
  )
}

const Manage = ({ open, onClose, items }: { open: boolean; onClose: () => void; items: readonly Template[] }) => {
  const remove = useWrite(deleteTemplate, { invalidates: [listTemplates] })
  const [renaming, setRenaming] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<Template | null>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Templates"
      description="Changes here don't affect shifts created from a template."
    >
      {items.length === 0 && (
        <EmptyState quiet title="No templates" text='Open a shift and choose "Save as template".' />
      )}
      <ul className="divide-y divide-line">
        {items.map((item) => (
          <li key={item.id} className="flex items-center gap-2 py-2">
            {renaming === item.id ? (
              <Rename template={item} onDone={() => setRenaming(null)} />
            ) : (
              <>
                <span className="min-w-0 flex-1 wrap-anywhere">{item.name}</span>
                <IconButton
                  label={`Rename ${item.name}`}
                  icon={<Pencil aria-hidden />}
                  onClick={() => setRenaming(item.id)}
                />
                <IconButton
                  label={`Delete ${item.name}`}
                  icon={<Trash aria-hidden />}
                  onClick={() => setDeleting(item)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      <Confirm
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title={`Delete "${deleting?.name ?? ''}"?`}
        text="Shifts created from this template are kept."
        action="Delete template"
        onConfirm={() => remove.run({ id: deleting?.id ?? '' })}
      />
    </Dialog>
  )
}

/** Creates an assignment from a template, and manages the templates. */
export const TemplatesMenu = () => {
  const [managing, setManaging] = useState(false)
  const templates = useRead(listTemplates, {})
  const items = templates.data?.items ?? []
  return (
    <>
      <Menu trigger={<Button icon={<LayoutTemplate aria-hidden />}>Templates</Button>}>
        <MenuHeading>{items.length === 0 ? 'No templates yet' : 'New shift from'}</MenuHeading>
        {items.map((item) => (
          <MenuLink key={item.id} to={paths.adminAssignmentNew(item.id)}>
            {item.name}
          </MenuLink>
        ))}
        <MenuLine />
        <MenuItem icon={<Settings aria-hidden />} onPick={() => setManaging(true)}>
          Rename or delete
        </MenuItem>
      </Menu>
      <Manage open={managing} onClose={() => setManaging(false)} items={items} />
    </>
  )
}

/** Fills a new shift's form from a template, or says where templates come from. */
export const UseTemplate = ({ onPick }: { onPick: (id: string) => void }) => {
  const items = useRead(listTemplates, {}).data?.items
  return (
    <Menu trigger={<Button icon={<LayoutTemplate aria-hidden />}>Use a template</Button>}>
      {items?.length === 0 && <MenuHeading>No templates yet. Open a shift and choose "Save as template".</MenuHeading>}
      {items?.map(({ id, name }) => (
        <MenuItem key={id} onPick={() => onPick(id)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}

export const SaveTemplate = ({
  id,
  title,
  open,
  onClose,
}: {
  id: string
  title: string
  open: boolean
  onClose: () => void
}) => {
  const form = useContractForm(saveTemplate, { assignment_id: id, name: title.slice(0, 120) })
  const save = useWrite(saveTemplate, { invalidates: [listTemplates] })
  return (
    <FormDialog
      form={form}
      open={open}
      title="Save as template"
      description="Saves everything except dates: times, posts, location, pay."
      action="Save template"
      onSubmit={save.run}
      onDone={() => toast.success('Template saved', 'Find it under Templates.')}
      onClose={onClose}
    >
      <TextField form={form} name="name" label="Template name" maxLength={120} autoFocus />
    </FormDialog>
  )
}
