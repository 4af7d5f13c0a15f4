import Check from 'lucide-react/icons/check'
import { type BrandCheck, checkBrand } from '#platform/shared/brand.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'

const whereWords: Readonly<Record<BrandCheck['where'], string>> = {
  button: 'Text on buttons',
  dark: 'Links, dark theme',
  light: 'Links, light theme',
}

/** How the color looks on buttons, badges and links, using this page's styles, and how readable each is. */
export const BrandLook = ({ color }: { color: string }) => {
  const checks = checkBrand(color)
  const button = checks.find((one) => one.where === 'button')
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3" aria-hidden>
        <Button look="primary" tabIndex={-1}>
          Sign up
        </Button>
        <Badge tone="brand">Beta</Badge>
        <span className="font-medium text-brand-ink underline underline-offset-2">A link</span>
        <svg viewBox="0 0 24 24" className="size-9 rounded-ui">
          <title>Original color</title>
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
          Buttons use a slightly darker shade, {button.ground}, so white text is readable.
        </p>
      )}
      <p className="text-small text-faint">
        Required contrast: 4.5:1. Shades are adjusted so that every color meets it.
      </p>
    </div>
  )
}
