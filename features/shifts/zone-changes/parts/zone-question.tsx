import { type ReactNode, useState } from 'react'
import { durationWords, minutesBetween } from '#platform/shared/time.ts'
import { ApiError } from '#platform/web/api.ts'
import { useNow } from '#platform/web/clock.ts'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useStateForm } from '#platform/web/forms/state-form.ts'
import { zoneLabel } from '#platform/web/forms/zone-field.tsx'
import { useRead } from '#platform/web/reads.ts'
import { span } from '#platform/web/time.ts'
import { RadioGroup } from '#platform/web/ui/checks.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { SaidAlready } from '#platform/web/words.ts'
import { previewZone } from '../contract.ts'
import type { ZoneKeep } from '../rules.ts'
import { blockWords, carriedWords } from '../words.ts'

type Preview = NonNullable<ReturnType<typeof useRead<typeof previewZone>>['data']>
type Times = { starts_at: string; ends_at: string }

const When = ({ at, zone, mark = false }: { at: Times; zone: string; mark?: boolean }) => {
  const { day, clock } = span(at.starts_at, at.ends_at, zone, { now: useNow(), viewer: zone })
  return (
    <span className={`figures whitespace-nowrap ${mark ? 'font-medium' : 'text-soft'}`}>
      {day} · {clock}
    </span>
  )
}

const Shifts = ({ seen, keep }: { seen: Preview; keep: ZoneKeep }) => {
  const total = seen.shifts + seen.drafts
  if (total === 0) return null
  return (
    <section className="flex flex-col gap-1">
      <h3 className="font-medium">{keep === 'wall' ? 'Shifts at their new times' : 'How each shift will be shown'}</h3>
      <ul className="max-h-64 divide-y divide-line overflow-y-auto rounded-ui border border-line">
        {seen.items.map((one) => (
          <li key={one.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-3 py-2">
            <span className="min-w-40 flex-1">
              {one.title}
              <span className="block text-small text-faint">
                {[
                  one.status === 'draft' ? 'Draft' : null,
                  one.signups > 0 ? `${one.signups} ${one.signups === 1 ? 'officer' : 'officers'} signed up` : null,
                  keep === 'wall' ? durationWords(minutesBetween(one.wall.starts_at, one.wall.ends_at)) : null,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            {keep === 'instant' && <When at={one} zone={seen.from} />}
            {keep === 'instant' && <span className="text-faint">becomes</span>}
            <When at={keep === 'wall' ? one.wall : one} zone={seen.to} mark />
          </li>
        ))}
      </ul>
      {total > seen.items.length && (
        <p className="figures text-small text-faint">And {total - seen.items.length} later shifts.</p>
      )}
    </section>
  )
}

const Blocked = ({ seen }: { seen: Preview }) => (
  <Notice
    tone="warn"
    title={`${seen.blocked.length} ${seen.blocked.length === 1 ? 'shift' : 'shifts'} can't keep local times`}
  >
    <ul className="mt-1 flex flex-col gap-1">
      {seen.blocked.slice(0, 20).map((one) => (
        <li key={one.id}>
          <span className="font-medium">{one.title}</span>: {blockWords(one.why, one.officers)}
        </li>
      ))}
    </ul>
  </Notice>
)

const Choice = ({ seen, keep, onKeep }: { seen: Preview; keep: ZoneKeep | null; onKeep: (keep: ZoneKeep) => void }) => {
  const stays = seen.blocked.length === 0
  const zone = zoneLabel(seen.to)
  return (
    <div className="flex flex-col gap-4">
      <RadioGroup
        aria-label="How to handle posted shifts"
        value={keep}
        onChange={onKeep}
        options={[
          {
            value: 'wall',
            label: 'Keep local times',
            hint: `A shift at 18:00 stays at 18:00, now in ${zone}. Officers who signed up are notified and can call off without approval.`,
            disabled: !stays,
          },
          {
            value: 'instant',
            label: 'Convert displayed times',
            hint: `Shifts still start and end at the same moment. Their times are shown in ${zone}. No one is notified.`,
          },
        ]}
      />
      {!stays && <Blocked seen={seen} />}
      {keep && <Shifts seen={seen} keep={keep} />}
    </div>
  )
}

const questionWords = (seen: Preview): string =>
  `${carriedWords(seen)} ${zoneLabel(seen.from)}. Choose what happens to their times. Regular tours and leave keep their dates and local times.`

type Asked = { to: string; send: (keep: ZoneKeep) => Promise<unknown> }

const Question = ({ asked, onClose }: { asked: Asked; onClose: () => void }) => {
  const { data, error, refetch } = useRead(previewZone, { time_zone: asked.to })
  const [keep, setKeep] = useState<ZoneKeep | null>(null)
  const why = keep ? null : 'Choose what happens to the shift times.'
  // One choice: closing loses nothing that took any work.
  const form = useStateForm(keep, why, { typed: false })
  const save = async (chosen: ZoneKeep | null) => {
    try {
      if (chosen) await asked.send(chosen)
    } catch (failure) {
      // Said at its field in the form behind.
      if (!(failure instanceof SaidAlready)) throw failure
    }
  }
  return (
    <FormDialog
      form={form}
      size="wide"
      title={`Change the time zone to ${zoneLabel(asked.to)}?`}
      description={data && questionWords(data)}
      action="Change the time zone"
      why={why}
      onSubmit={save}
      onClose={() => onClose()}
    >
      {data ? (
        <Choice seen={data} keep={keep} onKeep={setKeep} />
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <CardSkeleton lines={5} />
      )}
    </FormDialog>
  )
}

/**
 * Saves settings that may change the time zone. If there are upcoming shifts, the server requires a choice: it is requested, and
 * the settings are saved again with it. `send` does everything that belongs to a save, since it may run later.
 */
export const useZoneQuestion = (): {
  question: ReactNode
  saving: (to: string | undefined, send: (keep?: ZoneKeep) => Promise<unknown>) => Promise<void>
} => {
  const [asked, setAsked] = useState<Asked | null>(null)
  return {
    question: asked && <Question key={asked.to} asked={asked} onClose={() => setAsked(null)} />,
    saving: async (to, send) => {
      try {
        await send()
      } catch (error) {
        if (to === undefined || !(error instanceof ApiError) || error.code !== 'zone_choice_needed') throw error
        setAsked({ to, send })
        throw new SaidAlready()
      }
    },
  }
}
