import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ReactNode } from 'react'
import { usePhone } from '#platform/web/phone.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { Disclosure } from '#platform/web/ui/disclosure.tsx'
import { valueText } from '../client.values.ts'
import type { AuditDetail } from '../contract.ts'
import { compare, type FieldChange, nothing } from '../rules.ts'
import { fieldWord } from '../words.ts'

type Reading = { names: AuditDetail['names']; zone: string }

type ValueProps = { field: string; value: unknown; mark: '' | 'was' | 'is'; reading: Reading }
const Value = ({ field, value, mark, reading }: ValueProps) => (
  <span
    className={cx(
      'inline-block max-w-full rounded-ui px-1.5 whitespace-pre-wrap wrap-anywhere',
      // An empty value gets no color.
      !nothing(value) && mark === 'was' && 'bg-bad-wash text-bad',
      !nothing(value) && mark === 'is' && 'bg-ok-wash text-ok',
    )}
  >
    {valueText(value, reading.zone, field, reading.names)}
  </span>
)

const ChangeCards = ({ changes, reading }: { changes: readonly FieldChange[]; reading: Reading }) => (
  <ul className="divide-y divide-line border-y border-line">
    {changes.map(({ field, before, after, changed }) => (
      <li key={field} className="py-2">
        <p className="text-small text-faint">
          {fieldWord(field)}
          {changed && <span className="sr-only"> (changed)</span>}
        </p>
        <p className="flex flex-wrap items-center gap-1.5">
          <Value field={field} value={before} mark={changed ? 'was' : ''} reading={reading} />
          <ArrowRight aria-label="became" className="size-4 shrink-0 text-faint" />
          <Value field={field} value={after} mark={changed ? 'is' : ''} reading={reading} />
        </p>
      </li>
    ))}
  </ul>
)

const ChangeTable = ({ changes, reading }: { changes: readonly FieldChange[]; reading: Reading }) => {
  const phone = usePhone()
  if (phone) return <ChangeCards changes={changes} reading={reading} />
  return (
    <table className="w-full table-fixed border-y border-line text-left">
      <thead>
        <tr className="border-b border-line text-small text-faint">
          <th scope="col" className="w-1/4 py-1.5 pr-3 font-medium">
            Field
          </th>
          <th scope="col" className="py-1.5 pr-3 font-medium">
            Before
          </th>
          <th scope="col" className="py-1.5 font-medium">
            After
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {changes.map(({ field, before, after, changed }) => (
          <tr key={field}>
            <th scope="row" className="py-1.5 pr-3 align-top font-medium wrap-anywhere">
              {fieldWord(field)}
              {changed && <span className="sr-only"> (changed)</span>}
            </th>
            <td className="py-1.5 pr-3 align-top">
              <Value field={field} value={before} mark={changed ? 'was' : ''} reading={reading} />
            </td>
            <td className="py-1.5 align-top">
              <Value field={field} value={after} mark={changed ? 'is' : ''} reading={reading} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Before and after of an entry, side by side: changed fields first, the rest collapsed. */
export const Changes = ({
  entry,
  zone,
}: {
  entry: Pick<AuditDetail, 'before' | 'after' | 'change' | 'names'>
  zone: string
}) => {
  const reading = { names: entry.names, zone }
  const all = compare(entry.before, entry.after)
  const [changed, unchanged] = [all.filter((one) => one.changed), all.filter((one) => !one.changed)]
  return (
    <>
      {changed.length > 0 ? (
        <ChangeTable changes={changed} reading={reading} />
      ) : (
        <p className="text-soft">No visible changes.</p>
      )}
      {unchanged.length > 0 && (
        <Disclosure title={`${entry.change === 'changed' ? 'Unchanged' : 'Empty'} (${unchanged.length})`}>
          <ChangeTable changes={unchanged} reading={reading} />
        </Disclosure>
      )}
      <Raw before={entry.before} after={entry.after} />
    </>
  )
}

/** Both rows as the database holds them, to compare an entry with another record. */
const Raw = ({ before, after }: Pick<AuditDetail, 'before' | 'after'>) => (
  <Disclosure title="Raw values">
    <pre className="rounded-ui bg-sunken p-3 font-mono text-small whitespace-pre-wrap wrap-anywhere">
      {JSON.stringify({ before, after }, null, 2)}
    </pre>
  </Disclosure>
)

const none = <span className="text-faint">–</span>
type Traces = Pick<AuditDetail, 'action' | 'ip' | 'user_agent' | 'request_id' | 'seal'>
/** The origin of an entry, as facts. */
export const traceFacts = (entry: Traces): [string, ReactNode][] => [
  [
    'Call',
    <code key="call" className="font-mono text-small wrap-anywhere">
      {entry.action}
    </code>,
  ],
  ['IP address', entry.ip ?? none],
  [
    'Browser',
    <span key="browser" className="text-small wrap-anywhere">
      {entry.user_agent ?? none}
    </span>,
  ],
  [
    'Request',
    <span key="request" className="text-small wrap-anywhere">
      {entry.request_id ?? none}
    </span>,
  ],
  [
    'Seal',
    entry.seal ? (
      <Badge key="seal" tone="ok">
        Sealed, number {entry.seal}
      </Badge>
    ) : (
      'Will be sealed within a minute'
    ),
  ],
]
