import { Popover } from '@base-ui/react/popover'
import { paths } from '#platform/shared/paths.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { clock } from '#platform/web/time.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import { isOwnPress } from '#platform/web/ui/opener.ts'
import { regionOf } from '#platform/web/ui/place.ts'
import { floating, popupClass } from '#platform/web/ui/popup.ts'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { joined, type ShownCrew } from '../client.crews.ts'
import { crewFits } from '../client.rows.ts'
import { useShown } from '../client.ts'
import { readSchedule } from '../contract.ts'
import { dayWord } from '../words.ts'

/** Everyone on a tour and on leave from it; a week names only the first. */
const Names = ({ crew }: { crew: ShownCrew }) => {
  const { filters } = useShown()
  const { unit } = filters
  const read = useRead(readSchedule, { from: crew.day, days: 1, ...(unit ? { by_unit: 'yes' } : {}) })
  if (read.error && !read.data) return <ErrorState quiet error={read.error} retry={() => void read.refetch()} />
  if (!read.data) return <ListSkeleton rows={3} />
  const fitting = read.data.crews.filter((one) => crewFits(one, { ...filters, officer: '' }))
  const found = joined(fitting).find(
    (one) => one.platoon === crew.platoon && one.starts_at === crew.starts_at && one.ends_at === crew.ends_at,
  )
  return (
    <div className="max-h-[min(20rem,50dvh)] overflow-y-auto">
      <ul aria-label="On duty" className="columns-2 gap-x-6">
        {found?.people.map(({ id, name }) => (
          <li key={id} className="break-inside-avoid py-0.5">
            {name}
          </li>
        ))}
      </ul>
      {found && found.away.length > 0 && <p className="mt-2 text-small text-soft">On leave: {found.away.join(', ')}</p>}
    </div>
  )
}

type CardProps = { open: boolean; crew: ShownCrew | null; anchor: HTMLElement | null; onClose: () => void }

/** A tour of the schedule, opened: its hours and everyone on it. One for the whole sheet, at the selected entry. */
export const CrewCard = ({ open, crew, anchor, onClose }: CardProps) => {
  const { time_zone: zone } = useOrganization()
  return (
    <Popover.Root open={open} onOpenChange={(next, { event }) => !next && !isOwnPress(anchor, event) && onClose()}>
      <Popover.Portal container={regionOf(anchor)} className="absolute">
        <Popover.Positioner
          {...floating}
          anchor={anchor}
          sideOffset={4}
          collisionPadding={8}
          align="start"
          className="z-50 outline-none"
        >
          <Popover.Popup
            finalFocus={() => anchor}
            className={cx(popupClass, 'w-80 max-w-[calc(100vw-1rem)] px-4 py-3')}
          >
            {crew && (
              <>
                <Popover.Title className="font-semibold">{crew.platoon ?? 'Other tours'}</Popover.Title>
                <p className="figures mb-2 text-small text-soft">
                  {dayWord(crew.day)} · {clock(crew.starts_at, zone)}–{clock(crew.ends_at, zone)} · {crew.count} on duty
                </p>
                <Names crew={crew} />
                <p className="mt-3 flex gap-4 border-t border-line pt-2">
                  <TextLink to={paths.adminSchedule({ view: 'day', day: crew.day })}>Open the day</TextLink>
                  {crew.platoon_id && <TextLink to={paths.adminPlatoon(crew.platoon_id)}>Open platoon</TextLink>}
                </p>
              </>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
