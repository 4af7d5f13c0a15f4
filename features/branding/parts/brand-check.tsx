import Check from 'lucide-react/icons/check'
import { type BrandCheck, checkBrand } from '#platform/shared/brand.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'

const whereWords: Readonly<Record<BrandCheck['where'], string>> = {
  button: 'Text on buttons',
  dark: 'Links, dark theme',
  light: 'Links, light theme',
}

/** What the colour makes of buttons, badges and links, on this very page, and how well each reads. */
export const BrandLook = ({ color }: { color: string }) => {
  const checks = checkBrand(color)
  const button = checks.find((one) => one.where === 'button')
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3" aria-hidden>
        <Button look="primary" tabIndex={-1}>
          Take this shift
        </Button>
        <Badge tone="brand">Beta</Badge>
        <span className="font-medium text-brand-ink underline underline-offset-2">A link</span>
        <svg viewBox="0 0 24 24" className="size-9 rounded-ui">
          <title>The colour as it is</title>
          <rect width="24" height="24" fill={color} />
        </svg>
      </div>
      <ul className="flex flex-col gap-1" aria-label="Contrast">
        {checks.map((one) => (
          <li key={one.where} className="flex items-center gap-2 text-soft">
            <Check aria-hidden className="size-4 shrink-0 text-ok" />
            {whereWords[one.where]}
            <span className="figures text-faint">{one.ratio.toFixed(1)}:1</span>
          </li>
        ))}
      </ul>
      {button && button.ground !== color && (
        <p className="text-small text-faint">
          Buttons take it a little darker, {button.ground}, so that white text reads on it.
        </p>
      )}
      <p className="text-small text-faint">4.5:1 is needed; the steps are chosen so that every colour reaches it.</p>
    </div>
  )
}
