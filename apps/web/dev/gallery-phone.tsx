import MapPin from 'lucide-react/icons/map-pin'
import { StatusBadge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { FillBar } from '#platform/web/ui/progress.tsx'
import { phaseBadge, signupBadge } from '#platform/web/ui/status.ts'

const jobs = ['Stadium, north lot', 'Road work, Mile 12', 'Court, Docket 2231']

export const Phone = () => (
  <div className="space-y-4">
    <PageHeader title="Dashboard" />
    <Card>
      <div className="flex items-start justify-between gap-3">
        <div>
          <p className="text-small text-faint">Next shift · in 2 h 5 min</p>
          <p className="mt-1 text-lead font-semibold">Harbor festival, pier 4</p>
        </div>
        <StatusBadge of={signupBadge.confirmed} />
      </div>
      <p className="figures mt-3 text-stat font-semibold tracking-tight">18:00–02:00</p>
      <p className="text-soft">Fri, Nov 21 · 8 h · ends Sat, Nov 22</p>
      <p className="mt-2 flex items-center gap-1.5 text-soft">
        <MapPin aria-hidden className="size-4" /> 40 Pier Road
      </p>
      <div className="mt-4">
        <Button look="primary" size="large" wide why="Check-in opens at 17:00.">
          Check in
        </Button>
      </div>
    </Card>
    <Card title="Open shifts" flush>
      <ul className="divide-y divide-line">
        {jobs.map((job) => (
          <li key={job} className="flex items-center gap-3 px-4 py-3.5">
            <div className="min-w-0 flex-1">
              <p className="font-medium">{job}</p>
              <p className="figures text-small text-soft">Sat, Nov 22 · 07:00–15:00 · 8 h</p>
              <p className="mt-1.5 flex flex-wrap items-center gap-2 text-small">
                <StatusBadge of={phaseBadge.open} /> <FillBar filled={2} of={5} />
              </p>
            </div>
            <Button look="primary">Sign up</Button>
          </li>
        ))}
      </ul>
    </Card>
  </div>
)
