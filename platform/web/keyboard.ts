import { useEffect } from 'react'

/** A browser's own bars come and go by less, in pixels. */
const KEYBOARD = 150
/** On a lower screen the fields need all there is. */
const LEAST = 300

/**
 * Notes an open on-screen keyboard: `data-keyboard` on the root, and in `--keyboard` the pixels at the bottom of the page that it
 * covers. Android makes the page smaller (`interactive-widget`), so it covers nothing there; an iPhone lays it over the page.
 */
const followKeyboard = (seen: VisualViewport): (() => void) => {
  const root = document.documentElement
  let [width, tallest] = [0, 0]
  const note = () => {
    const height = root.clientHeight
    tallest = root.clientWidth === width ? Math.max(tallest, height) : height
    width = root.clientWidth
    // Zooming in shows less of the page too.
    const open = seen.scale < 1.1 && tallest - seen.height > KEYBOARD
    const covered = open && seen.height > LEAST ? Math.max(0, Math.round(height - seen.height - seen.offsetTop)) : 0
    root.toggleAttribute('data-keyboard', open)
    root.style.setProperty('--keyboard', `${covered}px`)
  }
  note()
  seen.addEventListener('resize', note)
  seen.addEventListener('scroll', note)
  return () => {
    seen.removeEventListener('resize', note)
    seen.removeEventListener('scroll', note)
  }
}

export const useKeyboard = (): void =>
  useEffect(() => (window.visualViewport ? followKeyboard(window.visualViewport) : undefined), [])
