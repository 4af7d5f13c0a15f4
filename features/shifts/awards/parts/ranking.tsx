import type { ReactNode } from 'react'
import { usePhone } from '#platform/web/phone.ts'
import { cx } from '#platform/web/ui/class-names.ts'

export type RankedRow = {
  key: string
  rank: number
  name: ReactNode
  result: ReactNode
  /** Owed an opportunity from an earlier award, which comes before the rule. */
  owed: boolean
  /** What was compared, one value for each head. */
  values: readonly string[]
  /** Why the officer was not eligible, as far as the reader may know. */
  why: string | null
  actions?: ReactNode
  /** Below the row: its receipt. */
  more?: ReactNode
}

type Props = {
  label: string
  /** Null: the rule shows nothing of what it compared. */
  figures: { heads: readonly string[]; compared: string } | null
  rows: readonly RankedRow[]
}

const owedWords = 'Owed from an earlier award'

/** Without heads, `compared` names the values of each row, which are beside each other. */
const PhoneList = ({ figures, rows }: Props) => (
  <>
    {figures && <p className="text-small text-faint">Compared: {figures.compared}</p>}
    <ol className="figures mt-1 divide-y divide-line border-y border-line">
      {rows.map((row) => (
        <li key={row.key} className="py-2">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <div className="min-w-[min(12rem,100%)] flex-1">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="text-faint">{row.rank}.</span>
                <span className="font-medium">{row.name}</span>
                {row.result}
              </p>
              <p className="text-small text-soft">
                {[row.owed ? owedWords : null, ...row.values, row.why].filter((words) => words !== null).join(' · ')}
              </p>
            </div>
            {row.actions}
          </div>
          {row.more && <div className="mt-2">{row.more}</div>}
        </li>
      ))}
    </ol>
  </>
)

const TableRow = ({ row, heads }: { row: RankedRow; heads: readonly string[] }) => (
  <>
    <tr className="border-t border-line align-baseline [&>*]:py-2 [&>*]:pr-4">
      <td className="text-faint">{row.rank}</td>
      <th scope="row" className="font-medium">
        {row.name}
        {row.owed && <span className="block text-small font-normal text-soft">{owedWords}</span>}
      </th>
      {heads.map((head, at) => (
        // Dates and hours stay on one line; a drawn number may break.
        <td key={head} className={(row.values[at]?.length ?? 0) > 12 ? 'wrap-anywhere' : 'whitespace-nowrap'}>
          {row.values[at]}
        </td>
      ))}
      <td>
        {row.result}
        {row.why && <span className="mt-0.5 block text-small text-soft">{row.why}</span>}
      </td>
      {row.actions && <td className="py-1! pr-0!">{row.actions}</td>}
    </tr>
    {row.more && (
      <tr>
        <td colSpan={heads.length + (row.actions ? 4 : 3)} className="pb-3">
          {row.more}
        </td>
      </tr>
    )}
  </>
)

/** Officers in the order of an award, with what the rule compared of them and what came of it. */
export const Ranking = (props: Props) => {
  const { label, figures, rows } = props
  const heads = figures?.heads ?? []
  const actions = rows.some((row) => row.actions)
  if (usePhone()) return <PhoneList {...props} />
  return (
    <table className={cx('figures my-2 w-full border-b border-line text-left', !actions && 'max-w-4xl')}>
      <caption className="sr-only">{label}</caption>
      <thead className="text-small text-faint">
        <tr className="[&>*]:py-1.5 [&>*]:pr-4 [&>*]:font-normal">
          <th scope="col" className="w-12">
            Rank
          </th>
          {['Officer', ...heads, 'Result'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          {actions && (
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={row.key} row={row} heads={heads} />
        ))}
      </tbody>
    </table>
  )
}
