import { useState } from 'react'
import { useRead } from '#platform/web/reads.ts'
import { Needs } from '#platform/web/support.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { assignOfficer, getRoster } from '../contract.ts'
import { AssignDialog } from './assign-dialog.tsx'

const Loaded = ({ assignmentId, onClose }: { assignmentId: string; onClose: () => void }) => {
  const read = useRead(getRoster, { assignment_id: assignmentId })
  if (read.data) return <AssignDialog roster={read.data} open onClose={onClose} />
  return (
    <Dialog open onClose={onClose} size="wide" title="Assign an officer">
      {read.error ? <ErrorState error={read.error} retry={() => void read.refetch()} /> : <ListSkeleton rows={4} />}
    </Dialog>
  )
}

/** In a list of shifts: chooses an officer for one of them without leaving the list. */
export const AssignButton = ({
  assignmentId,
  title,
  look = 'plain',
}: {
  assignmentId: string
  title: string
  look?: 'plain' | 'tint'
}) => {
  const [open, setOpen] = useState(false)
  return (
    <Needs call={assignOfficer}>
      <Button size="small" look={look} aria-label={`Assign an officer: ${title}`} onClick={() => setOpen(true)}>
        Assign
      </Button>
      {open && <Loaded assignmentId={assignmentId} onClose={() => setOpen(false)} />}
    </Needs>
  )
}
