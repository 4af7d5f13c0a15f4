import { useWatch } from 'react-hook-form'
import { listInvoices } from '#features/vendor/invoices/contract.ts'
import { readVendorSettings } from '#features/vendor/settings/contract.ts'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { currencies, moneyValue, moneyWords } from '#platform/shared/money.ts'
import { sizeFor } from '#platform/shared/plans.ts'
import { counted } from '#platform/shared/text.ts'
import { isDate, plainDateWords, plusDays } from '#platform/shared/time.ts'
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
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { SeenNotice, type Shown, useSeen } from '#platform/web/forms/seen.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { addContract, amendContract, type Contract, cancelContract, editRenewal, readAccount } from '../contract.ts'
import { billings, contractTiers, endOfTerm, NOTICE_DAYS, sizes } from '../rules.ts'
import { tierWords } from '../words.ts'

const invalidates = [readAccount, listInvoices]
export const billingWords = { yearly: 'Yearly', quarterly: 'Quarterly', monthly: 'Monthly' } as const
const options = <V extends string>(values: readonly V[], words?: Readonly<Record<V, string>>) =>
  values.map((value) => ({ value, label: words?.[value] ?? value }))

type Terms = InputOf<typeof addContract>
/** The list price of the chosen size, which can be used or not. */
const ListPrice = ({ form }: { form: ContractForm<Terms> }) => {
  const [size, currency] = useWatch({ control: form.control, name: ['size', 'currency'] })
  const { data } = useRead(readVendorSettings, {})
  const price = data && { '5-25': data.price_5_25, '26-100': data.price_26_100, '100+': data.price_over_100 }[size]
  if (!data || price === null || price === undefined || data.currency !== currency)
    return <p className="text-small text-faint">No list price for this size in {currency}. Add it in Settings.</p>
  return (
    <p className="flex flex-wrap items-center gap-2 text-small text-soft">
      List price {moneyWords(price, data.currency)}
      <Button
        size="small"
        look="quiet"
        onClick={() => form.setValue('price', moneyValue(price), { shouldDirty: true, shouldValidate: true })}
      >
        Use list price
      </Button>
    </p>
  )
}

const Renewal = ({ form }: { form: ContractForm<never> }) => {
  const one = form as unknown as ContractForm<Terms>
  return (
    <>
      <SwitchField form={one} name="renews" label="Renews automatically for another year" />
      <div className="grid gap-4 md:grid-cols-2">
        <NumberField
          form={one}
          name="notice_days"
          label="Notice, in days"
          hint="The next term is created this many days before the end."
          min={0}
          max={180}
          step={1}
        />
        <TextField form={one} name="purchase_order" label="Purchase order" maxLength={60} optional />
      </div>
    </>
  )
}

const AddFields = ({ form, officers }: { form: ContractForm<Terms>; officers: number }) => {
  const starts = useWatch({ control: form.control, name: 'starts_on' })
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <SelectField
          form={form}
          name="size"
          label="Officers"
          hint={`The organization has ${counted(officers, 'officer')}.`}
          options={options(sizes)}
        />
        <SelectField form={form} name="tier" label="Plan" options={options(contractTiers, tierWords)} />
        <SelectField form={form} name="currency" label="Currency" options={options(currencies)} />
        <TextField form={form} name="price" label="Annual price" inputMode="decimal" />
      </div>
      <ListPrice form={form} />
      <div className="grid gap-4 md:grid-cols-2">
        <DateField
          form={form}
          name="starts_on"
          label="Starts"
          {...(isDate(starts) ? { hint: `Last day: ${plainDateWords(endOfTerm(starts))}.` } : {})}
        />
        <SelectField form={form} name="billing" label="Billed" options={options(billings, billingWords)} />
      </div>
      <Renewal form={form as unknown as ContractForm<never>} />
      <TextareaField
        form={form}
        name="note"
        label="Note"
        hint="Visible to the vendor only."
        maxLength={500}
        rows={2}
        optional
      />
    </>
  )
}

type OfOne = { organization_id: string; today: string; onClose: () => void }

export const AddContract = ({
  organization_id,
  today,
  officers,
  onClose,
  after,
}: OfOne & { officers: number; after?: Contract | undefined }) => {
  const last = after?.versions.at(-1)
  const form = useContractForm(
    addContract,
    {
      organization_id,
      currency: after?.currency ?? 'USD',
      billing: after?.billing ?? 'yearly',
      starts_on: after && after.cancelled_from === null ? plusDays(after.ends_on, 1) : today,
      size: sizeFor(officers),
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
    <FormDialog
      form={form}
      size="wide"
      title="New annual contract"
      description="Invoices are drafted two weeks ahead; you issue them."
      action="Create contract"
      onSubmit={add.run}
      onDone={() => toast.success('Contract created')}
      onClose={onClose}
    >
      <AddFields form={form} officers={officers} />
    </FormDialog>
  )
}

type OfContract = OfOne & { contract: Contract }
const idsOf = ({ organization_id, contract }: OfContract) => ({
  organization_id,
  contract_id: contract.id,
  version: contract.version,
})

const shown: Shown<Contract> = (of) => {
  const last = of.versions.at(-1)
  const price = last && `${moneyWords(last.price_cents, of.currency)} from ${plainDateWords(last.effective_on)}`
  return {
    Terms: last ? `${tierWords[last.tier]}, ${last.size} officers, ${price}` : null,
    'Renews automatically': of.renews ? 'yes' : 'no',
    Notice: of.notice_days === 1 ? '1 day' : `${of.notice_days} days`,
    'Purchase order': of.purchase_order,
    'Next term': of.renewed ? 'created' : 'not created',
    'First day not covered': of.cancelled_from && plainDateWords(of.cancelled_from),
  }
}

export const AmendContract = (props: OfContract) => {
  const of = useSeen(props.contract)
  const { contract, today, onClose } = props
  const last = contract.versions.at(-1)
  const form = useContractForm(amendContract, {
    ...idsOf(props),
    effective_on: today > contract.starts_on ? today : plusDays(contract.starts_on, 1),
    size: last?.size ?? '5-25',
    tier: last?.tier ?? 'pro',
    price: moneyValue(last?.price_cents ?? 0),
    note: '',
  })
  const amend = useWrite(amendContract, { invalidates })
  return (
    <FormDialog
      form={form}
      size="wide"
      title="Amend contract"
      description="Applies from the chosen date to the end of the term. Price differences are prorated and drafted: invoices for increases, credit notes for decreases."
      action="Amend"
      onSubmit={(values) => amend.run({ ...values, version: of.seen.version })}
      onDone={() => toast.success('Amended')}
      onClose={onClose}
    >
      {!amend.pending && <SeenNotice of={of} shown={shown} />}
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
        <TextField form={form} name="price" label={`Annual price, ${contract.currency}`} inputMode="decimal" />
      </div>
      <TextareaField
        form={form}
        name="note"
        label="Reason"
        hint="Visible to the vendor only."
        maxLength={500}
        rows={2}
        optional
      />
    </FormDialog>
  )
}

export const EditRenewal = (props: OfContract) => {
  const of = useSeen(props.contract)
  const { contract, onClose } = props
  const form = useContractForm(editRenewal, {
    ...idsOf(props),
    renews: contract.renews,
    notice_days: contract.notice_days,
    purchase_order: contract.purchase_order,
  })
  const edit = useWrite(editRenewal, { invalidates })
  return (
    <FormDialog
      form={form}
      size="wide"
      title="Renewal and purchase order"
      action="Save"
      onSubmit={(values) => edit.run({ ...values, version: of.seen.version })}
      onDone={() => toast.success('Saved')}
      onClose={onClose}
    >
      {!edit.pending && <SeenNotice of={of} shown={shown} />}
      <Renewal form={form as unknown as ContractForm<never>} />
    </FormDialog>
  )
}

export const CancelContract = (props: OfContract) => {
  const of = useSeen(props.contract)
  const { contract, today, onClose } = props
  const [, within = today] = [contract.starts_on, today, contract.ends_on].toSorted()
  const form = useContractForm(cancelContract, { ...idsOf(props), cancelled_from: within, reason: '', credits: false })
  const cancel = useWrite(cancelContract, { invalidates })
  return (
    <FormDialog
      form={form}
      size="wide"
      title="Cancel this contract?"
      description="Draft invoices for installments from the first day not covered are deleted. This can't be undone."
      action="Cancel contract"
      look="danger"
      onSubmit={(values) => cancel.run({ ...values, version: of.seen.version })}
      onDone={() => toast.success('Contract canceled')}
      onClose={onClose}
    >
      {!cancel.pending && <SeenNotice of={of} shown={shown} />}
      <DateField
        form={form}
        name="cancelled_from"
        label="First day not covered"
        min={contract.starts_on}
        max={contract.ends_on}
      />
      <TextareaField form={form} name="reason" label="Reason" maxLength={500} rows={2} />
      <CheckboxField
        form={form}
        name="credits"
        label="Credit the remaining days"
        hint="Charges for those days become a draft credit note."
      />
    </FormDialog>
  )
}
