import { DEFAULT_COLOR, solidOf } from '#platform/shared/brand.ts'

/** The organization's color: the solid step and its text are chosen by contrast; tokens.css derives the rest. */

/** Applies the organization's color to the page; null resets it (public and super-admin paths). */
export const applyBrand = (hex: string | null): void => {
  const colour = hex && solidOf(hex) ? hex : DEFAULT_COLOR
  const step = solidOf(colour)
  if (!step) return
  const { style } = document.documentElement
  style.setProperty('--brand', colour)
  style.setProperty('--brand-solid', step.solid)
  style.setProperty('--on-brand', step.text)
}

/** The name and color under which the page is installed: the department's on its own pages, else the product's. */
export const applyManifest = (agency: string | null): void => {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
  const href = `/manifest.webmanifest${agency === null ? '' : `?agency=${encodeURIComponent(agency)}`}`
  if (link && link.getAttribute('href') !== href) link.setAttribute('href', href)
}
