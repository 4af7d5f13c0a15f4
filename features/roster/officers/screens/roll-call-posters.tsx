import Printer from 'lucide-react/icons/printer'
import { QrCode } from '#features/people/factors/parts/qr-code.tsx'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { native } from '#platform/web/native-app.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { PageHeader, Toolbar, WayBack } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { listRosterUnits } from '../contract.merges.ts'

type Unit = OutputOf<typeof listRosterUnits>['items'][number]

const steps = [
  "Point your phone's camera at the code, or type the address.",
  'Enter your name, your email and your badge number.',
  'Open the link in the email and choose a password.',
  'Once an admin approves you, sign up for shifts.',
]

/** One printed page: black on white on screen too, and without names, since it hangs on a wall. */
const Poster = ({ unit, last }: { unit: Unit | null; last: boolean }) => {
  const { name, subdomain, time_zone } = useOrganization()
  const address = `${native.app?.origin ?? window.location.origin}${paths.agencyRegister(subdomain)}`
  return (
    <article
      aria-label={unit?.unit ?? name}
      className={`flex flex-col items-center gap-5 rounded-ui border border-line bg-white px-6 py-8 text-center text-black print:border-0 print:py-0 ${last ? '' : 'print:break-after-page'}`}
    >
      <header>
        <p className="text-lead">{name}</p>
        <h2 className="text-display font-semibold wrap-anywhere">{unit?.unit ?? 'Sign up for shifts'}</h2>
        {unit?.unit && <p className="text-lead">Sign up for shifts</p>}
      </header>
      <QrCode text={address} label={`QR code for ${address}`} className="size-72 print:size-[110mm]" />
      <p className="text-lead font-semibold break-all">{address}</p>
      <ol className="list-decimal space-y-1 pl-6 text-left text-lead">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="figures text-small">Printed {dayAndClock(new Date().toISOString(), time_zone)}</p>
    </article>
  )
}

const every = 'every'

/** `/admin/officers/posters`: one page per unit, with a QR code that opens the department's registration. */
export default function RollCallPosters() {
  const read = useRead(listRosterUnits, {})
  const [asked, setAsked] = useUrlValue('unit')
  const units = read.data?.items.filter(({ unit }) => unit !== null) ?? []
  const chosen = units.find(({ unit }) => unit === asked)
  const shown: (Unit | null)[] = chosen ? [chosen] : units.length > 0 ? units : [null]
  const waiting = read.data?.items.reduce((sum, { without_account }) => sum + without_account, 0) ?? 0
  return (
    <div className="mx-auto max-w-3xl">
      <div className="no-print">
        <PageHeader
          title="QR posters for roll call"
          before={<WayBack to={paths.adminOfficers()}>Officers</WayBack>}
          hint={`Officers register with their badge number, and you approve them. ${waiting.toLocaleString('en-US')} ${waiting === 1 ? 'officer on the roster has' : 'officers on the roster have'} no account yet.`}
          actions={
            <Button
              look="primary"
              wide
              icon={<Printer aria-hidden />}
              why={read.data ? null : 'The units are still loading.'}
              onClick={() => window.print()}
            >
              {shown.length === 1 ? 'Print 1 page' : `Print ${shown.length} pages`}
            </Button>
          }
        />
        {units.length > 1 && (
          <Toolbar label="Choose a unit">
            <Field label="Unit" className="w-full md:w-72">
              {(control) => (
                <Select
                  {...control}
                  value={chosen?.unit ?? every}
                  onChange={(next) => setAsked(next === every ? null : next)}
                  options={[
                    { value: every, label: `All units, ${units.length} pages` },
                    ...units.map(({ unit }) => ({ value: unit ?? '', label: unit ?? '' })),
                  ]}
                />
              )}
            </Field>
          </Toolbar>
        )}
      </div>
      {read.error && !read.data ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : !read.data ? (
        <CardSkeleton lines={8} />
      ) : (
        <div className="flex flex-col gap-4 print:block">
          {shown.map((unit, i) => (
            <Poster key={unit?.unit ?? ''} unit={unit} last={i === shown.length - 1} />
          ))}
        </div>
      )}
    </div>
  )
}
