import MapPin from 'lucide-react/icons/map-pin'
import Navigation from 'lucide-react/icons/navigation'
import type { ReactNode } from 'react'
import { listedNotes } from '#features/shifts/assignments/contract.shapes.ts'
import { noteWords } from '#features/shifts/assignments/words.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { mapLink, mapsOf } from '#platform/web/maps.ts'
import { duration } from '#platform/web/time.ts'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { Card, Facts } from '#platform/web/ui/card.tsx'
import type { readShift } from '../contract.ts'

type Of = Pick<OutputOf<typeof readShift>, 'job' | 'spot'>

/** Opens the maps of the device; elsewhere a map of the web in another tab. */
const Directions = ({ job, spot }: Of) => {
  const maps = mapsOf(navigator.userAgent)
  const to = mapLink({ ...job, spot }, maps)
  if (to === null) return null
  return (
    <a
      href={to}
      className={buttonClass()}
      aria-label={`Directions to ${job.location_name ?? job.location_address ?? 'the shift'}`}
      {...(maps === 'web' ? { target: '_blank', rel: 'noreferrer' } : {})}
    >
      <Navigation aria-hidden />
      Directions
    </a>
  )
}

const factsOf = ({ job }: Of): (readonly [string, ReactNode])[] => {
  const facts: (readonly [string, ReactNode] | null)[] = [
    job.client ? ['Client', job.client] : null,
    ...listedNotes.map((name) => (job[name] ? ([noteWords[name], job[name]] as const) : null)),
    job.min_pay_minutes > 0 ? ['Minimum pay', duration(job.min_pay_minutes)] : null,
  ]
  return facts.filter((fact) => fact !== null)
}

/** Where to go, what to bring, on which channel. */
export const Where = (of: Of) => {
  const { job } = of
  const facts = factsOf(of)
  const place = job.location_name ?? job.location_address
  if (!place && !of.spot && facts.length === 0 && !job.description) return null
  return (
    <Card title="Location and notes">
      <div className="flex flex-col gap-4">
        {(place || of.spot) && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="flex min-w-0 items-start gap-2">
              <MapPin aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
              <span className="min-w-0 wrap-anywhere">
                <span className="font-medium">{place ?? 'Marked on the map'}</span>
                {job.location_name && job.location_address && (
                  <span className="block text-soft">{job.location_address}</span>
                )}
              </span>
            </p>
            <Directions {...of} />
          </div>
        )}
        {job.description && <p className="max-w-prose whitespace-pre-line wrap-anywhere">{job.description}</p>}
        {facts.length > 0 && <Facts facts={facts} />}
      </div>
    </Card>
  )
}
