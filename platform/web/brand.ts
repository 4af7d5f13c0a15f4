import { DEFAULT_COLOR, solidOf } from '#platform/shared/brand.ts'

/** The organization's colour: the solid step and the text on it are chosen by contrast, the rest is derived in tokens.css. */

/** Puts the organization's colour on the page; null takes it off again (public and super-admin paths). */
export const applyBrand = (hex: string | null): void => {
  const colour = hex && solidOf(hex) ? hex : DEFAULT_COLOR
  const step = solidOf(colour)
  if (!step) return
  const { style } = document.documentElement
  style.setProperty('--brand', colour)
  style.setProperty('--brand-solid', step.solid)
  style.setProperty('--on-brand', step.text)
}
