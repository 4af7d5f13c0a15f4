import type { Modifier } from '@dnd-kit/core'

/** Between the carried card and the edges of the window, in pixels. */
const MARGIN = 8

/** Keeps the carried card in the window: it is wider than the entry whose corner it follows, and would be cut at the right. */
export const inWindow: Modifier = ({ transform, activeNodeRect: from, overlayNodeRect: card, windowRect }) => {
  if (!from || !card || !windowRect) return transform
  const most = (edge: number, start: number, size: number) => Math.max(MARGIN, edge - MARGIN - size) - start
  return {
    ...transform,
    x: Math.min(transform.x, most(windowRect.width, from.left, card.width)),
    y: Math.min(transform.y, most(windowRect.height, from.top, card.height)),
  }
}
