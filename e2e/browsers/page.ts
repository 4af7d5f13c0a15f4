/** What `find` looks for on a page: an element with this role and accessible name that a person could press or type into. */
export type Wanted = { role: keyof typeof selectors; name: RegExp }

const selectors = {
  button: 'button, [role=button]',
  link: 'a[href], [role=link]',
  menuitem: '[role=menuitem]',
  field: 'input, textarea, [role=combobox]',
  heading: 'h1, h2, h3, [role=heading]',
}

/** Runs in the page. Gives the first element that matches, whether it can be pressed now, and where it is. */
const look = (selector: string, source: string, flags: string) => {
  const wanted = new RegExp(source, flags)
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const nameOf = (element: Element) => {
    const by = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    return tidy(
      element.getAttribute('aria-label') ??
        ([...by.map((id) => document.getElementById(id)), ...labels].map((one) => tidy(one?.textContent)).join(' ') ||
          element.textContent),
    )
  }
  const isShown = (element: Element) =>
    element.getClientRects().length > 0 &&
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest('[aria-hidden=true], [inert]')
  const element = [...document.querySelectorAll(selector)].find((one) => isShown(one) && wanted.test(nameOf(one)))
  if (!element) return { element: null, place: '', free: false }
  const first = element.getBoundingClientRect()
  if (first.top < 0 || first.bottom > innerHeight || first.left < 0 || first.right > innerWidth)
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const above = document.elementFromPoint(left + width / 2, top + height / 2)
  const isOff = element.matches(':disabled, [aria-disabled=true]')
  return { element, place: [left, top, width, height].join(' '), free: !isOff && element.contains(above) }
}

/** The call of `look`, as source for the page. */
export const lookFor = ({ role, name }: Wanted): string =>
  `(${look})(${[selectors[role], name.source, name.flags].map((one) => JSON.stringify(one)).join(', ')})`
