/** The product's name for this installation, written into the page's head by the server. */
export const product =
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content.trim() || 'Watchbill'

/** Specification section 1: the default tagline. */
export const tagline = 'Officer Management System'
