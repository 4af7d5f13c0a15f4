import type { BrowserContext, Page } from 'playwright-core'

/** Runs in each page before its scripts. */
const report = () => {
  const { drawn } = window as unknown as { drawn: (text: string) => void }
  const spoken = ['aria-label', 'title', 'alt', 'placeholder']
  const textOf = (element: Element): string[] => [
    ...spoken.map((name) => element.getAttribute(name) ?? ''),
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : '',
  ]
  /** What a script element holds is never painted. */
  const words = () => {
    const all = document.createTreeWalker(document, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (all.nextNode())
      if (all.currentNode.parentElement?.tagName !== 'SCRIPT') found.push(all.currentNode.textContent ?? '')
    return found.join('')
  }
  const tell = () =>
    drawn([words(), ...[...document.querySelectorAll('*')].flatMap(textOf)].filter((text) => text).join('\n'))
  new MutationObserver(tell).observe(document, {
    ...{ subtree: true, childList: true, characterData: true, attributeFilter: spoken },
  })
}

/**
 * Everything that the pages of this browser show, from the start of each document and however briefly: the observer is called after each
 * change and before it is painted.
 */
export const watchDrawn = async (context: BrowserContext) => {
  const seen: { page: Page; text: string }[] = []
  await context.exposeBinding('drawn', ({ page }, text: string) => void seen.push({ page, text }))
  await context.addInitScript(report)
  return {
    /** Forgets what was shown so far, except what is on this page now. */
    from: async (page: Page) => {
      seen.length = 0
      seen.push({ page, text: await page.evaluate(() => document.documentElement.outerHTML) })
    },
    /** Of these words, the ones that the page has shown; `since`: as soon as it showed this one. */
    of: (page: Page, words: readonly string[], since = ''): string[] => {
      const texts = seen.flatMap((one) => (one.page === page ? [one.text] : []))
      const begin = texts.findIndex((text) => text.includes(since))
      const all = begin === -1 ? '' : texts.slice(begin).join('\n')
      return words.filter((word) => all.includes(word))
    },
  }
}
