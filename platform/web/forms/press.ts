let held = false
const waiting: (() => void)[] = []

const release = () => {
  held = false
  // Behind the click, which comes in the same turn as the release.
  setTimeout(() => {
    for (const run of waiting.splice(0)) run()
  })
}

// Of the mouse and not of the pointer: a tap takes the focus away by the mouse's press that comes behind the finger's release.
if (typeof window !== 'undefined') {
  window.addEventListener('mousedown', () => (held = true), true)
  window.addEventListener('mouseup', release, true)
  // What is dragged away is not released.
  window.addEventListener('dragend', release, true)
}

/**
 * Runs it at once, or where a button is held down when the press is over. A field that is left by a press is checked by this: an
 * error that came up under the press would move what is pressed away, and the press would be lost.
 */
export const afterPress = (run: () => void): void => {
  if (held) waiting.push(run)
  else run()
}
