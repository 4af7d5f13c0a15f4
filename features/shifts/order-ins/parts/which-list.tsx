import { Toolbar } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import type { ForceList } from '../contract.ts'
import { orderWords } from './force-rows.tsx'

/** No unit is called that. */
const everybody = '*'

/** The whole department, or one unit of it. */
export const WhichList = ({ list }: { list: ForceList }) => {
  const [unit, setUnit] = useUrlValue('unit')
  return (
    <Toolbar label="Force list">
      {list.units.length > 0 && (
        <div className="w-60">
          <Select
            aria-label="Unit"
            value={unit ?? everybody}
            onChange={(next) => setUnit(next === everybody ? null : next)}
            options={[
              { value: everybody, label: 'Whole department' },
              ...list.units.map((value) => ({ value, label: value })),
            ]}
          />
        </div>
      )}
      <p className="basis-full text-small text-soft md:min-w-0 md:flex-1 md:basis-0">{orderWords(list)}</p>
    </Toolbar>
  )
}
