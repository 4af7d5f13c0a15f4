import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { day } from '#platform/web/time.ts'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { Menu, MenuItem } from '#platform/web/ui/menu.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { listTestimonials, moveTestimonial, removeTestimonial, type Testimonial } from '../contract.ts'
import { TESTIMONIALS_MOST } from '../rules.ts'
import { TestimonialEditor } from './testimonial-editor.tsx'

const stale = { invalidates: [listTestimonials] } as const

type Acts = { onEdit: () => void; onRemove: () => void; onStep: (step: 'up' | 'down') => void }

const Row = ({ item, first, last, acts }: { item: Testimonial; first: boolean; last: boolean; acts: Acts }) => (
  <li className="flex items-start gap-3 px-5 py-3">
    <div className="min-w-0 flex-1 wrap-anywhere">
      <p>"{item.quote}"</p>
      <p className="mt-1 text-small text-faint">
        {item.role}, {item.department} ·{' '}
        {item.consented_on ? `Agreed ${day(`${item.consented_on}T12:00:00Z`, 'UTC')}` : 'Sample'}
      </p>
    </div>
    <Menu trigger={<IconButton label={`More for ${item.role}`} icon={<Ellipsis aria-hidden />} />}>
      <MenuItem icon={<Pencil aria-hidden />} onPick={acts.onEdit}>
        Edit
      </MenuItem>
      <MenuItem icon={<ArrowUp aria-hidden />} why={first ? 'Already first.' : null} onPick={() => acts.onStep('up')}>
        Move up
      </MenuItem>
      <MenuItem icon={<ArrowDown aria-hidden />} why={last ? 'Already last.' : null} onPick={() => acts.onStep('down')}>
        Move down
      </MenuItem>
      <MenuItem danger icon={<Trash aria-hidden />} onPick={acts.onRemove}>
        Remove
      </MenuItem>
    </Menu>
  </li>
)

const RemoveQuestion = ({ item, onClose }: { item: Testimonial; onClose: () => void }) => {
  const remove = useWrite(removeTestimonial, stale)
  return (
    <Confirm
      open
      title="Remove this testimonial?"
      text="It disappears from the landing page right away."
      action="Remove testimonial"
      onConfirm={async () => {
        await remove.run({ id: item.id })
        toast.success('Testimonial removed.')
      }}
      onClose={onClose}
    />
  )
}

/** The landing page's quotes, in the order they are shown. */
export const TestimonialsCard = () => {
  const read = useRead(listTestimonials, {})
  const move = useWrite(moveTestimonial, stale)
  const [edited, setEdited] = useState<Testimonial | 'new' | null>(null)
  const [removed, setRemoved] = useState<Testimonial | null>(null)
  const items = read.data?.items ?? []
  if (read.isPending) return <CardSkeleton lines={4} />
  const full = items.length >= TESTIMONIALS_MOST
  return (
    <Card
      flush
      title="Testimonials"
      hint="Shown on the landing page in this order. Samples disappear once you add a real one."
      aside={
        <Button
          size="small"
          icon={<Plus aria-hidden />}
          why={full ? `The landing page shows at most ${TESTIMONIALS_MOST}. Remove one first.` : null}
          onClick={() => setEdited('new')}
        >
          Add testimonial
        </Button>
      }
    >
      {read.error ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : items.length === 0 ? (
        <p className="px-5 py-4 text-faint">No testimonials. The landing page hides this section until you add one.</p>
      ) : (
        <ul aria-label="Testimonials" className="divide-y divide-line">
          {items.map((item, at) => (
            <Row
              key={item.id}
              item={item}
              first={at === 0}
              last={at === items.length - 1}
              acts={{
                onEdit: () => setEdited(item),
                onRemove: () => setRemoved(item),
                onStep: (step) => void move.run({ id: item.id, step }).catch(toast.failure),
              }}
            />
          ))}
        </ul>
      )}
      {edited && <TestimonialEditor item={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {removed && <RemoveQuestion item={removed} onClose={() => setRemoved(null)} />}
    </Card>
  )
}
