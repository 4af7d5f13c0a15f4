import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { currencies, readMoney } from '#platform/shared/money.ts'
import { DateText, Done, email, Id, Instant, line, page, text, Version } from '#platform/shared/shapes.ts'
import { billings, contractTiers, sizes } from './rules.ts'

const where = '/api/vendor/billing'
const across = 'to manage billing for all customers'

/** An amount as typed, `1,234.50`; whole cents once the contract has parsed it. */
export const TypedMoney = z
  .string()
  .trim()
  .max(24, 'Enter an amount such as 1,234.50.')
  .refine((typed) => readMoney(typed) !== null, 'Enter an amount such as 1,234.50.')
  .transform((typed) => readMoney(typed) ?? 0)
const Price = TypedMoney.refine((cents) => cents >= 0, 'Enter 0 or more.')

/** A rate as typed, in percent with up to four decimals; millionths once the contract has parsed it. */
const TypedRate = z
  .string()
  .trim()
  .regex(/^\d{1,3}(\.\d{1,4})?$/, 'Enter a percentage such as 8.25.')
  .transform((typed) => Math.round(Number(typed) * 10_000))
  .refine((millionths) => millionths <= 1_000_000, 'Enter at most 100 percent.')

export const Cents = z.int()
export const Money = z.object({ currency: z.enum(currencies), cents: Cents })
export const Customer = z.object({
  id: Id,
  name: z.string(),
  subdomain: z.string(),
  subscription_tier: z.string(),
  state: z.string(),
})

export const ContractVersion = z.object({
  number: z.int(),
  effective_on: DateText,
  size: z.enum(sizes),
  tier: z.enum(contractTiers),
  price_cents: Cents,
  list_cents: Cents.nullable(),
  note: z.string(),
})
export const FoundContract = z.object({
  id: Id,
  currency: z.enum(currencies),
  billing: z.enum(billings),
  starts_on: DateText,
  ends_on: DateText,
  renews: z.boolean(),
  notice_days: z.int(),
  purchase_order: z.string(),
  renewal_of: Id.nullable(),
  renewed: z.boolean(),
  cancelled_from: DateText.nullable(),
  cancel_reason: z.string().nullable(),
  cancel_credits: z.boolean(),
  version: z.int(),
  versions: z.array(ContractVersion),
})
export type FoundContract = z.output<typeof FoundContract>
export const Contract = FoundContract.extend({ state: z.enum(['upcoming', 'running', 'ended', 'cancelled']) })
export type Contract = z.output<typeof Contract>

const AccountDetails = z.object({
  legal_name: z.string(),
  address: z.string(),
  email: z.string().nullable(),
  tax_name: z.string(),
  tax_rate_millionths: z.int(),
  tax_exempt: z.boolean(),
  exemption_certificate: z.string(),
  reminders: z.boolean(),
  suspend_after_days: z.int(),
  version: z.int(),
})

export const accountStates = ['all', 'running', 'renewing', 'ending', 'none', 'task'] as const

export const billingOverview = endpoint({
  name: 'billing.overview',
  summary: 'What stands open over all customers, by currency, and what waits for somebody.',
  method: 'GET',
  path: `${where}/overview`,
  who: 'super_admin',
  across,
  input: z.object({}),
  output: z.object({
    today: DateText,
    overdue: z.int(),
    drafts: z.int(),
    tasks: z.int(),
    /** Contracts whose term ends within 60 days. */
    renewals: z.int(),
    open: z.array(Money),
    overdue_money: z.array(Money),
    unallocated: z.array(Money),
  }),
  errors: {},
  topics: ['billing', 'organization'],
})

export const listAccounts = endpoint({
  name: 'billing.list_accounts',
  summary: 'Organizations by name with the contract that holds today and what they owe.',
  method: 'GET',
  path: `${where}/accounts`,
  who: 'super_admin',
  across,
  input: z.object({
    state: z.enum(accountStates).default('all'),
    search: line(0, 100).optional(),
    after: Id.optional(),
    limit: z.coerce.number<number>().int().min(1).max(100).optional(),
  }),
  output: page(
    z.object({
      customer: Customer,
      contract: z
        .object({
          id: Id,
          size: z.enum(sizes),
          tier: z.enum(contractTiers),
          price: Money,
          ends_on: DateText,
          renews: z.boolean(),
          renewed: z.boolean(),
        })
        .nullable(),
      open: z.array(Money),
      overdue: z.int(),
      task: z.boolean(),
    }),
  ),
  errors: {},
  topics: ['billing', 'organization'],
})
export type AccountRow = z.output<typeof listAccounts.output>['items'][number]

const ofOne = { organization_id: Id }

export const readAccount = endpoint({
  name: 'billing.read_account',
  summary: "One organization's billing details, contracts with their versions, and what waits to be decided.",
  method: 'GET',
  path: `${where}/accounts/:organization_id`,
  who: 'super_admin',
  across,
  input: z.object(ofOne),
  output: z.object({
    today: DateText,
    customer: Customer,
    /** Officers that count toward the plan. */
    officers: z.int(),
    details: AccountDetails,
    /** When vendor staff last saved the details, and who; null if they never were. */
    details_saved: z.object({ at: Instant, by: z.string().nullable() }).nullable(),
    contracts: z.array(Contract),
    open: z.array(Money),
    unallocated: z.array(Money),
    tasks: z.array(
      z.object({
        id: Id,
        invoice_id: Id,
        number: z.string(),
        days_overdue: z.int(),
        open: Money,
        created_at: Instant,
      }),
    ),
  }),
  errors: {},
  topics: ['billing', 'organization'],
})
export type Account = z.output<typeof readAccount.output>

export const editAccount = endpoint({
  name: 'billing.edit_account',
  summary: 'Changes to whom and where invoices go, the tax on them, and when a suspension is put to somebody.',
  method: 'PATCH',
  path: `${where}/accounts/:organization_id`,
  who: 'super_admin',
  input: z
    .strictObject({
      ...ofOne,
      version: z.int().min(0).max(2_147_483_647),
      legal_name: line(0, 160),
      address: text(0, 400),
      email: z.union([z.literal(''), email], 'Enter an email address.'),
      tax_name: line(1, 40),
      tax_rate: TypedRate,
      tax_exempt: z.boolean(),
      exemption_certificate: line(0, 60),
      reminders: z.boolean(),
      suspend_after_days: z.int('Enter a whole number of days.').min(1, 'At least 1.').max(3650, 'At most 3,650.'),
    })
    .refine((input) => !input.tax_exempt || input.exemption_certificate !== '', {
      path: ['exemption_certificate'],
      message: 'Enter the certificate number for the exemption.',
    }),
  output: z.object({ version: z.int() }),
  errors: {},
})

const terms = {
  size: z.enum(sizes),
  tier: z.enum(contractTiers),
  /** For a whole year. */
  price: Price,
  note: text(0, 500),
}
const renewal = {
  renews: z.boolean(),
  notice_days: z.int('Enter a whole number of days.').min(0, 'Enter 0 or more.').max(180, 'At most 180.'),
  purchase_order: line(0, 60),
}

export const addContract = endpoint({
  name: 'billing.add_contract',
  summary: 'An annual contract from a day on. Its instalments are drafted by themselves.',
  method: 'POST',
  path: `${where}/accounts/:organization_id/contracts`,
  who: 'super_admin',
  input: z.strictObject({
    ...ofOne,
    currency: z.enum(currencies),
    billing: z.enum(billings),
    /** Keeps the last day of the term within the product's calendar. */
    starts_on: DateText.refine((day) => day <= '2199-01-01', 'The term must end by 2199.'),
    ...terms,
    ...renewal,
  }),
  output: z.object({ id: Id }),
  errors: { contract_overlaps: 409 },
})

const ofContract = { ...ofOne, contract_id: Id, version: Version }

export const amendContract = endpoint({
  name: 'billing.amend_contract',
  summary:
    'Another size, plan or price from a day in the term on; what it makes of instalments already asked for is charged or credited.',
  method: 'POST',
  path: `${where}/accounts/:organization_id/contracts/:contract_id/amend`,
  who: 'super_admin',
  input: z.strictObject({ ...ofContract, effective_on: DateText, ...terms }),
  output: Done,
  errors: { contract_over: 409, outside_term: 409, before_amendment: 409 },
})

export const editRenewal = endpoint({
  name: 'billing.edit_renewal',
  summary: 'Whether the contract renews, until when that can be said, and the purchase order that its invoices name.',
  method: 'PATCH',
  path: `${where}/accounts/:organization_id/contracts/:contract_id`,
  who: 'super_admin',
  input: z.strictObject({ ...ofContract, ...renewal }),
  output: Done,
  errors: { contract_over: 409, contract_renewed: 409 },
})

export const cancelContract = endpoint({
  name: 'billing.cancel_contract',
  summary:
    'Ends a contract within its term. Drafts for days behind it go; what was asked for them is credited where that is wanted.',
  method: 'POST',
  path: `${where}/accounts/:organization_id/contracts/:contract_id/cancel`,
  who: 'super_admin',
  input: z.strictObject({
    ...ofContract,
    /** The first day no longer covered. */
    cancelled_from: DateText,
    reason: text(1, 500),
    credits: z.boolean(),
  }),
  output: Done,
  errors: { contract_over: 409, outside_term: 409, contract_renewed: 409 },
})

export const decideTask = endpoint({
  name: 'billing.decide_task',
  summary:
    'What was decided on a department that has not paid for long. Suspending itself is done on the page of the organization.',
  method: 'POST',
  path: `${where}/accounts/:organization_id/tasks/:task_id`,
  who: 'super_admin',
  input: z.strictObject({ ...ofOne, task_id: Id, decision: z.enum(['suspended', 'left']), note: text(1, 500) }),
  output: Done,
  errors: { task_decided: 409, not_suspended: 409 },
})
