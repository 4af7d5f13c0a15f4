import { useState } from 'react'
import { moneyWords } from '#platform/shared/money.ts'
import { paths } from '#platform/shared/paths.ts'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmWithReason } from '#platform/web/ui/dialog.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { type Account, billingOverview, decideTask, listAccounts, readAccount } from '../contract.ts'

const invalidates = [readAccount, listAccounts, billingOverview]

/** A department that is long overdue: a person decides, and notes why. */
export const TaskNotice = ({ account, task }: { account: Account; task: Account['tasks'][number] }) => {
  const [decision, decide] = useState<'suspended' | 'left' | null>(null)
  const write = useWrite(decideTask, { invalidates })
  const suspended = account.customer.state === 'suspended'
  const organization_id = account.customer.id
  return (
    <Notice
      tone="warn"
      title={`${task.number} is ${task.days_overdue} days overdue`}
      action={
        <span className="flex flex-wrap gap-2">
          <Button onClick={() => decide('left')}>Keep access</Button>
          <Button
            why={suspended ? null : 'First suspend the organization on its page. Its admins will be notified.'}
            onClick={() => decide('suspended')}
          >
            Record suspension
          </Button>
        </span>
      }
    >
      <p>
        {moneyWords(task.open.cents, task.open.currency)} of{' '}
        <TextLink to={paths.superAdminInvoice(organization_id, task.invoice_id)}>{task.number}</TextLink> is unpaid. The
        organization's admins were notified. Decide whether it keeps access. Nothing is suspended automatically.
      </p>
      {decision && (
        <ConfirmWithReason
          open
          onClose={() => decide(null)}
          look="primary"
          title={decision === 'left' ? 'Keep access?' : 'Record the suspension?'}
          text="Closes the task. The note is visible to the vendor only."
          action="Close task"
          back="Not yet"
          reasonHint="Visible to the vendor only."
          onConfirm={async (note) => {
            await write.run({ organization_id, task_id: task.id, decision, note })
            toast.success('Decided', task.number)
          }}
        />
      )}
    </Notice>
  )
}
