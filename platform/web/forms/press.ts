let held = false
const waiting: (() => void)[] = []

const release = () => {
  held = false
  // After the click, which fires in the same turn as the release.
  setTimeout(() => {
    for (const run of waiting.splice(0)) run()
  })
}

// Mouse rather than pointer events: on a tap, focus moves with the mousedown that follows the finger's release.
if (typeof window !== 'undefined') {
  window.addEventListener('mousedown', () => (held = true), true)
  window.addEventListener('mouseup', release, true)
  // A drag ends without a mouse release.
  window.addEventListener('dragend', release, true)
}

/**
 * Runs it at once or, while a button is held down, after the release. Used to validate a field that loses focus to a press: an
 * error that appeared mid-press would move the target, and the press would be lost.
 */
export const afterPress = (run: () => void): void => {
  if (held) waiting.push(run)
  else run()
}
