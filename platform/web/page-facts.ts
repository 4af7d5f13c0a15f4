/** What is written into the page's head, such as `application-name` or `demo-roles`; empty if nothing is. */
export const pageFact = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim() ?? ''
