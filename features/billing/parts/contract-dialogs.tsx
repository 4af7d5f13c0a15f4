import { type ReactNode, useId } from 'react'
import { useWatch } from 'react-hook-form'
import { listInvoices } from '#features/invoices/contract.ts'
import { dateWords, tierWords } from '#features/invoices/rules.words.ts'
import { readVendorSettings } from '#features/vendor-settings/contract.ts'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { currencies, moneyValue, moneyWords } from '#platform/shared/money.ts'
import { isDate, plusDays } from '#platform/shared/time.ts'
import { type ContractForm, useContractForm } from '#platform/web/forms/contract-form.ts'
import {
  CheckboxField,
  DateField,
  NumberField,
  SelectField,
  SwitchField,
  TextareaField,
  TextField,
} from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { addContract, amendContract, type Contract, cancelContract, editRenewal, readAccount } from '../contract.ts'
import { billings, contractTiers, endOfTerm, NOTICE_DAYS, sizes } from '../rules.ts'

const invalidates = [readAccount, listInvoices]
export const billingWords = { yearly: 'Yearly', quarterly: 'Quarterly', monthly: 'Monthly' } as const
const options = <V extends string>(values: readonly V[], words?: Readonly<Record<V, string>>) =>
  values.map((value) => ({ value, label: words?.[value] ?? value }))

const Frame = ({
  title,
  text,
  action,
  danger,
  id,
  form,
  onClose,
  children,
}: {
  title: string
  text?: string
  action: string
  danger?: boolean
  id: string
  form: ContractForm<never>
  onClose: () => void
  children: ReactNode
}) => (
  <Dialog
    open
    size="wide"
    onClose={onClose}
    title={title}
    description={text}
    actions={
      <>
        <Button onClick={onClose}>Back</Button>
        <SubmitButton form={form} formId={id} {...(danger ? { look: 'danger' as const } : {})}>
          {action}
        </SubmitButton>
      </>
    }
  >
    {children}
  </Dialog>
)

type Terms = InputOf<typeof addContract>
/** The list price of the size that is chosen, to be taken over or not. */
const ListPrice = ({ form }: { form: ContractForm<Terms> }) => {
  const [size, currency] = useWatch({ control: form.control, name: ['size', 'currency'] })
  const { data } = useRead(readVendorSettings, {})
  const price = data && { '5-25': data.price_5_25, '26-100': data.price_26_100, '100+': data.price_over_100 }[size]
  if (!data || price === null || price === undefined || data.currency !== currency)
    return <p className="text-small text-faint">No list price for this size in {currency}: the settings have them.</p>
  return (
    <p className="flex flex-wrap items-center gap-2 text-small text-soft">
      List price {moneyWords(price, data.currency)}
      <Button
        size="small"
        look="quiet"
        onClick={() => form.setValue('price', moneyValue(price), { shouldDirty: true, shouldValidate: true })}
      >
        Take it
      </Button>
    </p>
  )
}

const Renewal = ({ form }: { form: ContractForm<never> }) => {
  const one = form as unknown as ContractForm<Terms>
  return (
    <>
      <SwitchField form={one} name="renews" label="Renews for another year by itself" />
      <div className="grid gap-4 md:grid-cols-2">
        <NumberField
          form={one}
          name="notice_days"
          label="Notice, in days"
          hint="So many days before its end the next term is made."
          min={0}
          max={180}
          step={1}
        />
        <TextField form={one} name="purchase_order" label="Purchase order" maxLength={60} optional />
      </div>
    </>
  )
}

const AddFields = ({ form }: { form: ContractForm<Terms> }) => {
  const starts = useWatch({ control: form.control, name: 'starts_on' })
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <SelectField form={form} name="size" label="Officers" options={options(sizes)} />
        <SelectField form={form} name="tier" label="Plan" options={options(contractTiers, tierWords)} />
        <SelectField form={form} name="currency" label="Currency" options={options(currencies)} />
        <TextField form={form} name="price" label="Price for a year" inputMode="decimal" />
      </div>
      <ListPrice form={form} />
      <div className="grid gap-4 md:grid-cols-2">
        <DateField
          form={form}
          name="starts_on"
          label="Starts"
          {...(isDate(starts) ? { hint: `Its last day is ${dateWords(endOfTerm(starts))}.` } : {})}
        />
        <SelectField form={form} name="billing" label="Billed" options={options(billings, billingWords)} />
      </div>
      <Renewal form={form as unknown as ContractForm<never>} />
      <TextareaField
        form={form}
        name="note"
        label="Note"
        hint="For the vendor alone."
        maxLength={500}
        rows={2}
        optional
      />
    </>
  )
}

type OfOne = { organization_id: string; today: string; onClose: () => void }

export const AddContract = ({ organization_id, today, onClose, after }: OfOne & { after?: Contract | undefined }) => {
  const id = useId()
  const last = after?.versions.at(-1)
  const form = useContractForm(
    addContract,
    {
      organization_id,
      currency: after?.currency ?? 'USD',
      billing: after?.billing ?? 'yearly',
      starts_on: after && after.cancelled_from === null ? plusDays(after.ends_on, 1) : today,
      size: last?.size ?? '5-25',
      tier: last?.tier ?? 'pro',
      price: last ? moneyValue(last.price_cents) : '',
      note: '',
      renews: true,
      notice_days: NOTICE_DAYS,
      purchase_order: '',
    },
    { draftKey: `contract:${organization_id}` },
  )
  const add = useWrite(addContract, { invalidates })
  return (
    <Frame
      id={id}
      form={form as unknown as ContractForm<never>}
      title="New annual contract"
      text="Its instalments are drafted two weeks before each begins; issuing them is yours."
      action="Make contract"
      onClose={onClose}
    >
      <Form
        form={form}
        id={id}
        onSubmit={add.run}
        onDone={() => {
          toast.success('Contract made')
          onClose()
        }}
      >
        <AddFields form={form} />
      </Form>
    </Frame>
  )
}

type OfContract = OfOne & { contract: Contract }
const seen = ({ organization_id, contract }: OfContract) => ({
  organization_id,
  contract_id: contract.id,
  version: contract.version,
})

export const AmendContract = (props: OfContract) => {
  const { contract, today, onClose } = props
  const id = useId()
  const last = contract.versions.at(-1)
  const form = useContractForm(amendContract, {
    ...seen(props),
    effective_on: today > contract.starts_on ? today : plusDays(contract.starts_on, 1),
    size: last?.size ?? '5-25',
    tier: last?.tier ?? 'pro',
    price: moneyValue(last?.price_cents ?? 0),
    note: '',
  })
  const amend = useWrite(amendContract, { invalidates })
  return (
    <Frame
      id={id}
      form={form as unknown as ContractForm<never>}
      title="Amend the contract"
      text="From a day on, for the rest of the term. What is more is drafted by the day; what is less becomes a draft credit note."
      action="Amend"
      onClose={onClose}
    >
      <Form
        form={form}
        id={id}
        onSubmit={amend.run}
        onDone={() => {
          toast.success('Amended')
          onClose()
        }}
      >
        <DateField
          form={form}
          name="effective_on"
          label="From"
          min={plusDays(contract.starts_on, 1)}
          max={contract.ends_on}
        />
        <div className="grid gap-4 md:grid-cols-2">
          <SelectField form={form} name="size" label="Officers" options={options(sizes)} />
          <SelectField form={form} name="tier" label="Plan" options={options(contractTiers, tierWords)} />
          <TextField form={form} name="price" label={`Price for a year, ${contract.currency}`} inputMode="decimal" />
        </div>
        <TextareaField
          form={form}
          name="note"
          label="Why"
          hint="For the vendor alone."
          maxLength={500}
          rows={2}
          optional
        />
      </Form>
    </Frame>
  )
}

export const EditRenewal = (props: OfContract) => {
  const { contract, onClose } = props
  const id = useId()
  const form = useContractForm(editRenewal, {
    ...seen(props),
    renews: contract.renews,
    notice_days: contract.notice_days,
    purchase_order: contract.purchase_order,
  })
  const edit = useWrite(editRenewal, { invalidates })
  return (
    <Frame
      id={id}
      form={form as unknown as ContractForm<never>}
      title="Renewal and purchase order"
      action="Save"
      onClose={onClose}
    >
      <Form
        form={form}
        id={id}
        onSubmit={edit.run}
        onDone={() => {
          toast.success('Saved')
          onClose()
        }}
      >
        <Renewal form={form as unknown as ContractForm<never>} />
      </Form>
    </Frame>
  )
}

export const CancelContract = (props: OfContract) => {
  const { contract, today, onClose } = props
  const id = useId()
  const [, within = today] = [contract.starts_on, today, contract.ends_on].toSorted()
  const form = useContractForm(cancelContract, { ...seen(props), cancelled_from: within, reason: '', credits: false })
  const cancel = useWrite(cancelContract, { invalidates })
  return (
    <Frame
      id={id}
      form={form as unknown as ContractForm<never>}
      danger
      title="Cancel this contract?"
      text="Drafts for instalments that begin on that day or later go. It cannot be taken back; a new contract can be made."
      action="Cancel contract"
      onClose={onClose}
    >
      <Form
        form={form}
        id={id}
        onSubmit={cancel.run}
        onDone={() => {
          toast.success('Contract cancelled')
          onClose()
        }}
      >
        <DateField
          form={form}
          name="cancelled_from"
          label="First day that is not covered"
          min={contract.starts_on}
          max={contract.ends_on}
        />
        <TextareaField form={form} name="reason" label="Reason" maxLength={500} rows={2} />
        <CheckboxField
          form={form}
          name="credits"
          label="Credit the days from then on"
          hint="What was already charged for them becomes a draft credit note."
        />
      </Form>
    </Frame>
  )
}
