import { useRef, useState } from 'react'

const landmarks = 'main, nav, aside, [data-banner], [role=dialog], [role=alertdialog]'

/** The page region around an element, where what it opens belongs. */
export const regionOf = (element: Element | null): HTMLElement =>
  element?.closest<HTMLElement>(landmarks) ?? document.body

/**
 * Floating elements open inside the page region of their trigger, so that they are read aloud in context and not outside all
 * landmarks. `trigger` goes onto the trigger, `place` to the portal.
 */
export const usePlace = <Trigger extends Element>() => {
  const trigger = useRef<Trigger>(null)
  const [place] = useState(() => ({
    get current(): HTMLElement {
      return regionOf(trigger.current)
    },
  }))
  return { trigger, place }
}
