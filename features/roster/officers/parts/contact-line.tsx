import { noAccountWords } from '../words.contact.ts'

type Props = {
  of: { name: string; has_account: boolean; phone: string | null }
  /** The phone number is shown whether or not the officer has an account. */
  withPhone?: boolean
}

/** Says that an officer can't be notified, with the number to call. Nothing for an officer who is notified, unless `withPhone`. */
export const ContactLine = ({ of: { name, has_account, phone }, withPhone = false }: Props) => {
  const number = phone && (withPhone || !has_account) ? phone : null
  if (has_account && number === null) return null
  return (
    <span className="figures block text-small text-soft">
      {!has_account && <span className="text-warn">{noAccountWords}</span>}
      {!has_account && number && ' '}
      {number && (
        <>
          Phone{' '}
          <a
            className="whitespace-nowrap text-brand-ink underline"
            aria-label={`Call ${name}: ${number}`}
            href={`tel:${number.replace(/[^+\d]/g, '')}`}
          >
            {number}
          </a>
        </>
      )}
    </span>
  )
}
