import CalendarClock from 'lucide-react/icons/calendar-clock'
import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign'
import ListChecks from 'lucide-react/icons/list-checks'
import MapPin from 'lucide-react/icons/map-pin'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { kindWords } from '#features/shifts/assignments/words.ts'
import { listRules } from '#features/shifts/award-rules/contract.ts'
import { payWords } from '#features/shifts/eligibility/parts/signup-words.tsx'
import { requirementsOf, requirementWords } from '#features/shifts/eligibility/rules.asked.ts'
import { MINUTE } from '#platform/shared/time.ts'
import { dateWords } from '#platform/shared/when.ts'
import { useNow } from '#platform/web/clock.ts'
import { useRead } from '#platform/web/reads.ts'
import { previewGiven } from '../client.given.ts'
import { spotsLeft, spotsOf } from '../client.summary.ts'
import { timesOf } from '../client.ts'
import { spanWords } from '../client.when.ts'
import type { EditorForm } from './editor-times.tsx'

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex items-start gap-2.5 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-faint">
    {icon}
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </li>
)

/** The shift as officers will read it, while it is typed. */
type PreviewProps = {
  form: EditorForm
  zone: string
  confirmed: number
  published: boolean
  awardedAt: string | null
}
/** How its spots are given out, as the officer's list says it. */
const Given = ({ form, zone, published, awardedAt }: Omit<PreviewProps, 'confirmed'>) => {
  const rules = useRead(listRules, {}).data?.rules
  const now = useNow(MINUTE)
  const values = form.getValues()
  const found = timesOf(values, zone)
  const times = found?.kind === 'ok' ? found.times : null
  return previewGiven({ values, times, rules, published, awarded_at: awardedAt }, values.time_zone || zone, now)
}

export const EditorPreview = ({ form, zone, confirmed, ...rest }: PreviewProps) => {
  useWatch({ control: form.control })
  const values = form.getValues()
  const times = timesOf(values, zone)
  const spots = spotsOf(values)
  const asked = [...new Set(values.posts.flatMap((post) => requirementWords(requirementsOf(post))))]
  const place = [values.location_name, values.location_address].filter(Boolean).join(', ')
  const pay = payWords({ min_pay_minutes: values.min_pay_minutes ?? 0, pay_code: values.pay_code || null })
  const when =
    times?.kind === 'ok'
      ? spanWords(times.times, values.time_zone || zone)
      : values.starts.date
        ? dateWords(values.starts.date)
        : 'No date yet'
  return (
    <aside aria-label="Preview" className="hidden xl:block">
      <div className="sticky top-4 flex flex-col gap-3">
        <h2 className="flex items-baseline justify-between gap-3 font-semibold">
          What officers see <span className="text-small font-normal text-faint">Updates as you type</span>
        </h2>
        <article className="rounded-ui border border-line bg-surface p-4">
          <p className="flex justify-between gap-3 text-small">
            <span className="text-soft">{kindWords[values.kind]}</span>
            <span className="figures font-medium text-warn">{spotsLeft(spots, confirmed)}</span>
          </p>
          <p className="mt-1 text-lead font-semibold wrap-anywhere">
            {values.title || <span className="text-faint">No title yet</span>}
          </p>
          <ul className="mt-2 flex flex-col gap-2 text-soft">
            <Line icon={<CalendarClock aria-hidden />}>
              <span className="figures font-medium text-ink">{when}</span>
            </Line>
            <Line icon={<ListChecks aria-hidden />}>
              <Given form={form} zone={zone} {...rest} />
            </Line>
            {place && <Line icon={<MapPin aria-hidden />}>{place}</Line>}
            {pay && <Line icon={<CircleDollarSign aria-hidden />}>{pay}</Line>}
            {asked.length > 0 && <Line icon={<ShieldCheck aria-hidden />}>Only {asked.join(', ')}</Line>}
          </ul>
          {values.description && (
            <p className="mt-3 line-clamp-4 border-t border-line pt-3 text-small whitespace-pre-line text-soft">
              {values.description}
            </p>
          )}
        </article>
      </div>
    </aside>
  )
}
