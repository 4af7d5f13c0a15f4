/** Does the work of a press once the browser has drawn that it was felt: drawing another screen takes a slow phone a tenth of a second. */
export const afterPaint = (work: () => void): void => {
  requestAnimationFrame(() => setTimeout(work))
}
