/** What the server writes into the page's head: `application-name`, `demo-roles`; empty if it wrote nothing. */
export const pageFact = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim() ?? ''
