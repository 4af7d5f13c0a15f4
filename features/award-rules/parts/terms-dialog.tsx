import { readTerms } from '#features/awards/contract.ts'
import { RuleInWords } from '#features/awards/parts/receipt-view.tsx'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'

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
        of.closes_at && <p className="figures">The award is made {dayAndClock(of.closes_at, time_zone)}.</p>
      )}
      <RuleInWords rule={of.rule} name={of.rule_name} version={of.rule_version} />
      {of.commitment && (
        <div className="text-small text-soft">
          <p>
            Draws go by a seed that the server has chosen already. This is its hash (SHA-256); the seed stands in the
            receipts, so that you can see that nobody has chosen it afterwards. Note the hash to compare it.
          </p>
          <p className="figures mt-1 break-all text-faint">{of.commitment}</p>
        </div>
      )}
    </div>
  )
}

/** The rule of one posted job in words, when it is awarded, and the hash of its draw. */
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
    title={`How it is awarded: ${title}`}
    actions={<Button onClick={onClose}>Close</Button>}
  >
    {open && <Terms id={id} />}
  </Dialog>
)
