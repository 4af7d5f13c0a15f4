import { feetOf, radiusWords } from '#platform/shared/feet.ts'

/** Feet from the middle to the edge of the drawing: the next step that leaves room around the circle. */
const steps = [100, 250, 500, 1000, 2500, 5000, 10_000, 25_000]
const reachOf = (feet: number): number => steps.find((step) => step >= feet * 1.25) ?? 25_000

const across = [-75, -50, -25, 25, 50, 75]
const down = [-150, -125, -100, ...across, 100, 125, 150]

/** The check-in radius, to scale: replaces the map if the server has no tiles. */
export const DrawnRadius = ({ radius_m }: { radius_m: number }) => {
  const feet = feetOf(radius_m)
  const reach = reachOf(feet)
  const r = Math.max(3, (feet / reach) * 100)
  return (
    <figure className="overflow-hidden rounded-ui border border-line bg-sunken">
      <svg
        viewBox="-160 -100 320 200"
        role="img"
        aria-label={`Check-in within ${radiusWords(radius_m)}`}
        className="block w-full"
      >
        <g className="stroke-line" strokeWidth="0.75" fill="none">
          <path d={across.map((at) => `M-160 ${at}H160`).join('')} />
          <path d={down.map((at) => `M${at} -100V100`).join('')} />
          <path d="M-160 0H160M0 -100V100" strokeDasharray="3 3" />
        </g>
        <circle r={r} className="fill-brand/15 stroke-brand-ink" strokeWidth="1.5" />
        <circle r="4" className="fill-brand stroke-surface" strokeWidth="1.5" />
        <path d={`M0 0L${r} 0`} className="stroke-brand-ink" strokeWidth="1.5" />
        <text x="-152" y="92" className="fill-soft text-[9px]">
          {`Grid: ${radiusWords(Math.round((reach / 4) * 0.3048))}`}
        </text>
        <text x="0" y={Math.max(-90, -r - 5)} textAnchor="middle" className="fill-ink text-[10px] font-semibold">
          {radiusWords(radius_m)}
        </text>
      </svg>
    </figure>
  )
}
