import ArrowRight from 'lucide-react/icons/arrow-right'
import { Anchor } from '#platform/web/ui/link.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { type StaffingPage, staffingPages } from '../staffing.ts'

const Entry = ({ page: { label, hint, icon: Icon, to } }: { page: StaffingPage }) => (
  <li>
    <Anchor
      to={to}
      className="group flex h-full min-h-20 items-start gap-3 rounded-ui border border-line bg-surface p-4 hover:bg-hover"
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-brand-ink" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{label}</span>
        <span className="mt-0.5 block text-soft">{hint}</span>
      </span>
      <ArrowRight aria-hidden className="mt-0.5 size-4 shrink-0 text-faint group-hover:text-ink" />
    </Anchor>
  </li>
)

/** `/admin/staffing`: how places are given and shifts get filled, a card for each page of it. */
export default function Staffing() {
  return (
    <>
      <PageHeader title="Staffing" hint="Who gets a place, by which rule, and how shifts that are short get filled." />
      <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {staffingPages.map((page) => (
          <Entry key={page.route} page={page} />
        ))}
      </ul>
    </>
  )
}
