/** How long typed keys are held, in milliseconds. A field that takes longer has code that could not be loaded. */
const LONGEST = 10_000

let held: { text: string; end: () => void } | null = null

const onKey = (event: KeyboardEvent) => {
  if (!held) return
  const { key } = event
  const graph = event.getModifierState('AltGraph')
  if (event.isComposing || (!graph && (event.ctrlKey || event.metaKey || event.altKey))) return
  if (key === 'Escape') held.end()
  else if (key === 'Backspace') held.text = held.text.slice(0, -1)
  else if (key.length === 1) held.text += key
  else if (key !== 'Enter') return
  event.preventDefault()
  event.stopPropagation()
}

/**
 * Keeps what is typed until the palette's field has the focus. A dialog takes the focus a frame after it is drawn, and its code is
 * loaded first: without this, the letters typed meanwhile would go to the page.
 */
export const holdKeys = (): void => {
  const field = document.querySelector<HTMLElement>('[data-palette-field]')
  if (field === document.activeElement && field) return
  held?.end()
  const end = () => {
    held = null
    clearTimeout(timer)
    window.removeEventListener('keydown', onKey, true)
    window.removeEventListener('pointerdown', end, true)
  }
  const timer = setTimeout(end, LONGEST)
  held = { text: '', end }
  window.addEventListener('keydown', onKey, true)
  window.addEventListener('pointerdown', end, true)
  // It is open, and something else in it has the focus.
  field?.focus()
}

/** The text typed since `holdKeys`, for the field that now has the focus; empty if there is none. */
export const takeKeys = (): string => {
  const text = held?.text ?? ''
  held?.end()
  return text
}
