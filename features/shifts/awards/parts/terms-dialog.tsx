import { RuleInWords } from '#features/shifts/award-rules/parts/rule-in-words.tsx'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { readTerms } from '../contract.ts'

const Terms = ({ id }: { id: string }) => {
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
    <div className="flex flex-col gap-3">
      {of.awarded_at !== null ? (
        <p className="figures">Awarded {dayAndClock(of.awarded_at, time_zone)}.</p>
      ) : (
        of.closes_at && <p className="figures">Awards {dayAndClock(of.closes_at, time_zone)}.</p>
      )}
      <RuleInWords rule={of.rule} name={of.rule_name} version={of.rule_version} />
      {of.commitment && (
        <div className="text-small text-soft">
          <p>
            The draw uses a seed that is already fixed. Below is its SHA-256 hash. Receipts will show the seed, so you
            can confirm it never changed.
          </p>
          <p className="figures mt-1 break-all text-faint">{of.commitment}</p>
        </div>
      )}
    </div>
  )
}

/** The rule of one posted shift in words, when the award runs, and the hash of its draw. */
export const TermsDialog = ({
  id,
  title,
  open,
  onClose,
}: {
  id: string
  title: string
  open: boolean
  onClose: () => void
}) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={`How this shift is awarded: ${title}`}
    actions={<Button onClick={onClose}>Close</Button>}
  >
    {open && <Terms id={id} />}
  </Dialog>
)
