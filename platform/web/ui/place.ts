import { useRef, useState } from 'react'

const landmarks = 'main, nav, aside, [data-banner], [role=dialog], [role=alertdialog]'

/** What floats opens into the part of the page that its trigger stands in: read aloud in its place, and not beside every
 * landmark. `trigger` goes onto the trigger, `place` to the portal. */
export const usePlace = <Trigger extends Element>() => {
  const trigger = useRef<Trigger>(null)
  const [place] = useState(() => ({
    get current(): HTMLElement {
      return trigger.current?.closest<HTMLElement>(landmarks) ?? document.body
    },
  }))
  return { trigger, place }
}
