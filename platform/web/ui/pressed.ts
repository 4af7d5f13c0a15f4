/** The control pressed last, at its current position; null once it is gone. */
let pressed: Element | null = null
const controls = 'button, a, input, select, label, [role=button], [role=menuitem], [role=option]'

const note = (event: Event): void => {
  const control = event.target instanceof Element ? event.target.closest(controls) : null
  // The toast's own buttons do not move it.
  if (control?.closest('[data-sonner-toaster]')) return
  pressed = control
}
if (typeof document !== 'undefined')
  for (const kind of ['pointerdown', 'keydown', 'click']) document.addEventListener(kind, note, { capture: true })

export const pressedLast = (): Element | null => pressed
