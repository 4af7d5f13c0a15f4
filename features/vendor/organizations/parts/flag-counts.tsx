import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import type { listFeatures } from '../contract.features.ts'
import { gatedFlags } from '../rules.ts'
import { flagWords } from '../words.features.ts'

type Counts = Pick<OutputOf<typeof listFeatures>, 'counts' | 'total'>

/** How many organizations have each flag, and how many override it: numbers that link to their rows. */
export const FlagCounts = ({ counts, total }: Counts) => (
  <ul aria-label="Organizations by flag" className="mb-5 grid grid-cols-2 gap-3 sm:grid-cols-4 xl:grid-cols-7">
    {gatedFlags.map((flag) => {
      const { has, on, off } = counts[flag]
      return (
        <li key={flag} className="min-w-0 rounded-ui border border-line bg-surface px-3 py-2.5">
          <p className="text-small text-soft">{flagWords[flag]}</p>
          <p className="figures">
            <span className="text-lead font-semibold">{has.toLocaleString('en-US')}</span>{' '}
            <span className="text-small text-faint">of {total.toLocaleString('en-US')}</span>
          </p>
          <p className="figures flex flex-wrap gap-x-3 text-small">
            {on + off === 0 && <span className="text-faint">No overrides</span>}
            {on > 0 && <TextLink to={paths.superAdminFeatures({ flag, choice: 'on' })}>{on} turned on</TextLink>}
            {off > 0 && <TextLink to={paths.superAdminFeatures({ flag, choice: 'off' })}>{off} turned off</TextLink>}
          </p>
        </li>
      )
    })}
  </ul>
)
