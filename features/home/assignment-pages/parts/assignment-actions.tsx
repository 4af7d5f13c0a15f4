import Ban from 'lucide-react/icons/ban'
import Copy from 'lucide-react/icons/copy'
import Ellipsis from 'lucide-react/icons/ellipsis'
import LayoutTemplate from 'lucide-react/icons/layout-template'
import Lock from 'lucide-react/icons/lock'
import LockOpen from 'lucide-react/icons/lock-open'
import Pencil from 'lucide-react/icons/pencil'
import Printer from 'lucide-react/icons/printer'
import Send from 'lucide-react/icons/send'
import Trash from 'lucide-react/icons/trash-2'
import Undo from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { SaveTemplate } from '#features/shifts/assignment-editor/parts/templates.tsx'
import type { Assignment } from '#features/shifts/assignments/contract.shapes.ts'
import {
  cancelAssignment,
  closeAssignment,
  deleteDraft,
  listAssignments,
  readAssignment,
  readBoard,
  reopenAssignment,
  unpublishAssignment,
} from '#features/shifts/assignments/contract.ts'
import { type AssignmentAction, refuseAssignmentAction } from '#features/shifts/assignments/rules.ts'
import { paths } from '#platform/shared/paths.ts'
import { useWrite } from '#platform/web/reads.ts'
import { useMay } from '#platform/web/support.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Confirm, ConfirmWithReason } from '#platform/web/ui/dialog.tsx'
import { Menu, MenuItem, MenuLine } from '#platform/web/ui/menu.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useGo } from '#platform/web/url.ts'
import { CancelDialog, CopyDialog, PublishDialog } from './action-dialogs.tsx'

const stale = [readAssignment, listAssignments, readBoard]
type Opened = AssignmentAction | 'template' | null

/** Why the close button is disabled when the shift is over and something is unresolved. */
const whyNotClose = (of: Assignment): string | null => {
  const no = refuseAssignmentAction('close', of, { now: new Date().toISOString(), unsettled_count: of.unsettled_count })
  if (no !== 'attendance_open') return null
  const open = of.unsettled_count
  return `${open} ${open === 1 ? 'officer has' : 'officers have'} no approved attendance yet.`
}

const MoreMenu = ({ of, open }: { of: Assignment; open: (what: Opened) => void }) => {
  const mayCall = useMay()
  const may = (action: AssignmentAction) =>
    of.may.includes(action) && (action !== 'cancel' || mayCall(cancelAssignment))
  return (
    <Menu
      trigger={
        <Button icon={<Ellipsis aria-hidden />} aria-label="More actions">
          More
        </Button>
      }
    >
      <MenuItem icon={<Copy aria-hidden />} onPick={() => open('copy')}>
        Copy to another date
      </MenuItem>
      <MenuItem icon={<LayoutTemplate aria-hidden />} onPick={() => open('template')}>
        Save as template
      </MenuItem>
      <MenuItem icon={<Printer aria-hidden />} onPick={() => window.print()}>
        Print
      </MenuItem>
      {(of.status === 'published' || may('delete_draft') || may('cancel')) && <MenuLine />}
      {of.status === 'published' && of.phase !== 'completed' && (
        <MenuItem
          icon={<Undo aria-hidden />}
          why={may('unpublish') ? null : 'Officers are confirmed. Remove them first, or cancel the shift.'}
          onPick={() => open('unpublish')}
        >
          Unpublish
        </MenuItem>
      )}
      {may('cancel') && (
        <MenuItem danger icon={<Ban aria-hidden />} onPick={() => open('cancel')}>
          Cancel shift
        </MenuItem>
      )}
      {may('delete_draft') && (
        <MenuItem danger icon={<Trash aria-hidden />} onPick={() => open('delete_draft')}>
          Delete draft
        </MenuItem>
      )}
    </Menu>
  )
}

/** The reason is beside the button at every width: nobody looks for it under a pointer. */
const CloseButton = ({ why, onPress }: { why: string | null; onPress: () => void }) => (
  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
    {why && (
      <span aria-hidden className="max-w-56 text-small text-soft md:text-right">
        {why}
      </span>
    )}
    <Button look="primary" icon={<Lock aria-hidden />} why={why} whyBeside onClick={onPress}>
      Close
    </Button>
  </span>
)

export const AssignmentActions = ({ of }: { of: Assignment }) => {
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  const may = useMay()
  const completed = of.phase === 'completed' && may(closeAssignment)
  return (
    <>
      {of.may.includes('publish') && (
        <Button look="primary" icon={<Send aria-hidden />} onClick={() => setOpened('publish')}>
          Publish
        </Button>
      )}
      {completed && <CloseButton why={whyNotClose(of)} onPress={() => setOpened('close')} />}
      {of.may.includes('reopen') && may(reopenAssignment) && (
        <Button icon={<LockOpen aria-hidden />} onClick={() => setOpened('reopen')}>
          Reopen
        </Button>
      )}
      {of.may.includes('edit') && (
        <ButtonLink icon={<Pencil aria-hidden />} to={paths.adminAssignmentEdit(of.id)}>
          Edit
        </ButtonLink>
      )}
      <MoreMenu of={of} open={setOpened} />
      <PublishDialog of={of} open={opened === 'publish'} onClose={close} />
      <CancelDialog of={of} open={opened === 'cancel'} onClose={close} />
      <CopyDialog of={of} open={opened === 'copy'} onClose={close} />
      <SaveTemplate id={of.id} title={of.title} open={opened === 'template'} onClose={close} />
      <SmallDialogs of={of} opened={opened} onClose={close} />
    </>
  )
}

/** Dialogs that need only a confirmation or a reason. */
const SmallDialogs = ({ of, opened, onClose }: { of: Assignment; opened: Opened; onClose: () => void }) => {
  const go = useGo()
  const unpublish = useWrite(unpublishAssignment, { invalidates: stale })
  const remove = useWrite(deleteDraft, { invalidates: [listAssignments, readBoard] })
  const finish = useWrite(closeAssignment, { invalidates: stale })
  const reopen = useWrite(reopenAssignment, { invalidates: stale })
  const waits =
    of.live_count > 0
      ? ` ${of.live_count === 1 ? '1 pending request will end, and the officer' : `${of.live_count} pending requests will end, and those officers`} will be notified.`
      : ''
  return (
    <>
      <Confirm
        open={opened === 'unpublish'}
        onClose={onClose}
        title="Unpublish this shift?"
        text={`Officers will no longer see it.${waits}`}
        action="Unpublish"
        onConfirm={() => unpublish.run({ id: of.id })}
      />
      <Confirm
        open={opened === 'delete_draft'}
        onClose={onClose}
        title="Delete this draft?"
        text="No one has signed up. This can't be undone."
        action="Delete draft"
        onConfirm={async () => {
          await remove.run({ id: of.id })
          toast.success('Draft deleted', of.title)
          go(paths.adminAssignments(), { replace: true })
        }}
      />
      <Confirm
        open={opened === 'close'}
        onClose={onClose}
        look="primary"
        title="Close this shift?"
        text="All attendance is settled. You can reopen the shift later with a reason."
        action="Close shift"
        back="Keep open"
        onConfirm={() => finish.run({ id: of.id })}
      />
      <ConfirmWithReason
        open={opened === 'reopen'}
        onClose={onClose}
        look="primary"
        title="Reopen this shift?"
        text="Exported records stay unchanged."
        reasonHint="Kept with the shift."
        action="Reopen shift"
        back="Keep closed"
        onConfirm={(reason) => reopen.run({ id: of.id, reason })}
      />
    </>
  )
}
