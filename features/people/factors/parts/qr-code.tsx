import { encode } from 'uqr'
import { cx } from '#platform/web/ui/class-names.ts'

/** A black-and-white square in every theme: cameras need the contrast. */
export const QrCode = ({ text, label, className = 'size-48' }: { text: string; label: string; className?: string }) => {
  const { size, data } = encode(text, { ecc: 'M', border: 3 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={cx('rounded-ui bg-white text-black', className)}
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}
