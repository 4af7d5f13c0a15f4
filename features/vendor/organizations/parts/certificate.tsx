import Download from 'lucide-react/icons/download'
import { thingWord } from '#features/department/audit/words.ts'
import { useRead } from '#platform/web/reads.ts'
import { keepFile } from '#platform/web/save-file.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Facts } from '#platform/web/ui/card.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { type Certificate, readCertificate } from '../contract.erasures.ts'

const moment = (at: string | null | undefined) =>
  at ? <span className="figures">{`${at.slice(0, 10)} ${at.slice(11, 16)} UTC`}</span> : '–'

const save = (certificate: Certificate) =>
  keepFile(
    new Blob([`${JSON.stringify({ certificate: 'Erasure of an organization', ...certificate }, null, 2)}\n`], {
      type: 'application/json',
    }),
    `erasure-${certificate.subdomain}-${(certificate.finished_at ?? '').slice(0, 10)}.json`,
  )

const Rows = ({ rows }: { rows: Certificate['rows'] }) => (
  <table className="w-full">
    <caption className="mb-1 text-left font-medium">Rows erased</caption>
    <thead className="text-left text-small text-faint">
      <tr>
        <th scope="col" className="py-1 font-normal">
          What
        </th>
        <th scope="col" className="py-1 text-right font-normal">
          Rows
        </th>
      </tr>
    </thead>
    <tbody>
      {Object.entries(rows)
        .toSorted(([a], [b]) => (thingWord(a) < thingWord(b) ? -1 : 1))
        .map(([table, n]) => (
          <tr key={table} className="border-t border-line">
            <td className="py-1">{thingWord(table)}</td>
            <td className="figures py-1 text-right">{n.toLocaleString('en-US')}</td>
          </tr>
        ))}
    </tbody>
  </table>
)

const Body = ({ of }: { of: Certificate }) => (
  <div className="flex flex-col gap-5">
    <Facts
      facts={[
        ['Organization', of.name],
        ['Web address', `/${of.subdomain}`],
        [
          'ID',
          <span key="id" className="break-all text-small">
            {of.organization_id}
          </span>,
        ],
        ['Reason', of.reason],
        [
          'Requested',
          <>
            {moment(of.asked.at)}, {of.asked.by}
          </>,
        ],
        [
          'Confirmed',
          <>
            {moment(of.confirmed?.at)}, {of.confirmed?.by}
          </>,
        ],
        ['Erased', moment(of.finished_at)],
        [
          'Last audit seal',
          of.seal ? (
            <span key="seal">
              <span className="figures">Number {of.seal.number}</span>, {moment(of.seal.sealed_at)}
              <code className="block text-small break-all">{of.seal.hash}</code>
            </span>
          ) : (
            'None'
          ),
        ],
      ]}
    />
    <Rows rows={of.rows} />
  </div>
)

/** What was erased, when, and on whose decision. */
export const CertificateDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const read = useRead(readCertificate, { id })
  const { data } = read
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title="Certificate of erasure"
      description="Shows how many rows were erased, when and by whom. It contains no other data."
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {data && (
            <Button look="primary" icon={<Download aria-hidden />} onClick={() => void save(data).catch(toast.failure)}>
              Download
            </Button>
          )}
        </>
      }
    >
      {data ? (
        <Body of={data} />
      ) : read.error ? (
        <ErrorState quiet error={read.error} retry={() => void read.refetch()} />
      ) : (
        <CardSkeleton lines={6} />
      )}
    </Dialog>
  )
}
