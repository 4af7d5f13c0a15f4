// A sign-in page is shown before the application has loaded (docs/decisions/0275): it can be typed into at once. Once the application
// has drawn the same page, it takes over what was typed, where the cursor is, and what was pressed meanwhile.
;(() => {
  const find = (selector) => document.querySelector(`#early ${selector}`)
  const nameOf = (button) => button.getAttribute('aria-label') ?? button.textContent
  let pressed = null
  let lost = false

  const say = () => {
    const place = find('[role=status]')
    if (place) place.textContent = lost ? place.dataset.lost : pressed ? place.dataset.wait : ''
  }
  const press = (button) => {
    const field = button.getAttribute('aria-pressed') && button.parentElement.querySelector('input')
    if (field) {
      const shown = field.type === 'password'
      field.type = shown ? 'text' : 'password'
      button.setAttribute('aria-pressed', String(shown))
      button.setAttribute('aria-label', shown ? 'Hide password' : 'Show password')
      return
    }
    pressed?.removeAttribute('aria-busy')
    pressed = button
    button.setAttribute('aria-busy', 'true')
    say()
  }

  /** The application's own field or button for this one. */
  const twinOf = (early) => {
    const all = (where) => [...document.querySelectorAll(`${where} :is(input, button, a)`)]
    const kind = (one) => one.getAttribute('autocomplete') ?? `${one.tagName} ${nameOf(one)}`
    return all('#root').find((one) => kind(one) === kind(early))
  }
  const type = (field, value) => {
    // Past the setter of React, which would take it for its own and report no change.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const takeOver = (early) => {
    observer.disconnect()
    const active = early.contains(document.activeElement) ? document.activeElement : null
    const fields = [...early.querySelectorAll('input')].map((field) => [field, twinOf(field)])
    const shown = find('[aria-pressed=true]')
    const [focus, place, toggle] = [active && twinOf(active), active?.selectionStart, shown && shownTwin()]
    const next = pressed && twinOf(pressed)
    early.remove()
    for (const [field, twin] of fields) if (twin && field.value !== '') type(twin, field.value)
    toggle?.click()
    focus?.focus({ preventScroll: true })
    if (focus && typeof place === 'number') focus.setSelectionRange(place, place)
    // After the application has heard what was typed.
    if (next) requestAnimationFrame(() => setTimeout(() => next.click()))
  }
  const shownTwin = () => document.querySelector('#root [aria-pressed=false]')

  /** For somebody in the middle of something, the application shows another page. */
  const isElsewhere = () => {
    try {
      return localStorage.getItem('running-shift') !== null || sessionStorage.getItem('half-sign-in') !== null
    } catch {
      return false
    }
  }
  const look = () => {
    const early = document.getElementById('early')
    if (!early) return
    if (isElsewhere()) {
      observer.disconnect()
      early.remove()
    } else if (document.querySelector('#root h1') && !document.querySelector('#root :is(.bone, main [aria-busy=true])'))
      takeOver(early)
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { subtree: true, childList: true, attributeFilter: ['aria-busy'] })

  document.addEventListener('click', ({ target }) => {
    const button = target.closest('#early button')
    if (button) press(button)
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !event.target.closest('#early input')) return
    event.preventDefault()
    press(find('[data-submit]'))
  })
  // The script of a page that fails to load is reported to nobody else.
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement) {
        lost = true
        say()
      }
    },
    true,
  )
})()
