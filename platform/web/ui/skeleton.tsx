import { cx } from './class-names.ts'

/** Gray placeholder shapes while something loads. One of them announces it to screen readers. */
const Bone = ({ className }: { className?: string }) => <span aria-hidden className={cx('bone block', className)} />

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index)
const widths = ['w-2/5', 'w-1/2', 'w-1/3', 'w-3/5'] as const
const Waiting = () => <span className="sr-only">Loading</span>

export const ListSkeleton = ({ rows = 5 }: { rows?: number }) => (
  <div role="status" className="divide-y divide-line">
    <Waiting />
    {numbered(rows).map((row) => (
      <div key={row} className="flex items-center gap-4 py-3.5">
        <div className="flex-1 space-y-2">
          <Bone className={cx('h-4', widths[row % 4])} />
          <Bone className="h-3 w-1/4" />
        </div>
        <Bone className="h-6 w-20" />
      </div>
    ))}
  </div>
)

export const TableSkeleton = ({ rows = 8, columns = 5 }: { rows?: number; columns?: number }) => (
  <div role="status" className="divide-y divide-line rounded-ui border border-line bg-surface">
    <Waiting />
    {numbered(rows).map((row) => (
      <div key={row} className="flex h-row items-center gap-6 px-4">
        {numbered(columns).map((column) => (
          <Bone
            key={column}
            className={cx('h-3.5 flex-1', column > 1 && 'hidden md:block', (row + column) % 3 === 0 && 'max-w-24')}
          />
        ))}
      </div>
    ))}
  </div>
)

export const CardSkeleton = ({ lines = 3 }: { lines?: number }) => (
  <div role="status" className="space-y-3 rounded-ui border border-line bg-surface p-5">
    <Waiting />
    <Bone className="h-4 w-1/3" />
    {numbered(lines).map((line) => (
      <Bone key={line} className={cx('h-3.5', widths[line % 4])} />
    ))}
  </div>
)

export const StatsSkeleton = ({ count = 4 }: { count?: number }) => (
  <div role="status" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
    <Waiting />
    {numbered(count).map((stat) => (
      <div key={stat} className="space-y-3 rounded-ui border border-line bg-surface px-4 py-4">
        <Bone className="h-3.5 w-1/2" />
        <Bone className="h-8 w-12" />
      </div>
    ))}
  </div>
)
