import { RuleChanges } from '#features/shifts/award-rules/parts/rule-changes.tsx'
import { RuleInWords } from '#features/shifts/award-rules/parts/rule-in-words.tsx'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { listMyCharges, readTerms } from '../contract.ts'
import { ownTermsWords } from '../words.own-terms.ts'
import { useOwnPlace } from './own-place.tsx'

/** What the rule means for the reader, by the version that awards this shift; nothing while it is read. */
const OwnTerms = ({ of, minutes }: { of: OutputOf<typeof readTerms>; minutes: number | null }) => {
  const charges = useRead(listMyCharges, {}).data?.rules
  const place = useOwnPlace(of)
  if (!charges || place === undefined) return null
  const charge = charges.find((one) => one.name === of.rule_name && one.version === of.rule_version)
  const words = ownTermsWords(of.rule, { place, charged: charge?.charged ?? null, minutes })
  return words.length === 0 ? null : (
    <div>
      <p className="font-medium">For you</p>
      <p className="figures text-soft">{words.join(' ')}</p>
    </div>
  )
}

const Terms = ({ id, minutes }: { id: string; minutes: number | null }) => {
  const { time_zone } = useOrganization()
  const read = useRead(readTerms, { assignment_id: id })
  const of = read.data
  if (!of)
    return read.isPending ? (
      <CardSkeleton lines={5} />
    ) : (
      <ErrorState quiet error={read.error} retry={() => void read.refetch()} />
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label="Award rule" className="flex flex-col gap-3">
      {of.awarded_at !== null ? (
        <p className="figures">Awarded {dayAndClock(of.awarded_at, time_zone)}.</p>
      ) : (
        of.closes_at && <p className="figures">Award {dayAndClock(of.closes_at, time_zone)}.</p>
      )}
      {of.awarded_at === null && <OwnTerms of={of} minutes={minutes} />}
      <RuleInWords rule={of.rule} name={of.rule_name} version={of.rule_version} />
      {of.rule_version !== null && of.rule_version > 1 && <RuleChanges name={of.rule_name} />}
      {of.commitment && (
        <div className="text-small text-soft">
          <p>
            The draw uses a seed that is already fixed. Below is its SHA-256 hash. Receipts will show the seed, so you
            can confirm it never changed.
          </p>
          <p className="figures mt-1 break-all text-faint">{of.commitment}</p>
        </div>
      )}
    </section>
  )
}

/** The rule of one posted shift in words, when the award runs, and the hash of its draw. */
export const TermsDialog = ({
  id,
  title,
  minutes,
  open,
  onClose,
}: {
  id: string
  title: string
  /** Its length; null if its posts differ. */
  minutes: number | null
  open: boolean
  onClose: () => void
}) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={`How this shift is awarded: ${title}`}
    actions={<Button onClick={onClose}>Close</Button>}
  >
    {open && <Terms id={id} minutes={minutes} />}
  </Dialog>
)
