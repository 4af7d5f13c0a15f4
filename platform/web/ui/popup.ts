import { cx } from './class-names.ts'

/**
 * Positions popups relative to the window, not the page. With page positioning, a list was briefly far below its trigger and the
 * page jumped there when the first item took focus; and a screen that scrolled carried along the header's popups mid-press.
 */
export const floating = { positionMethod: 'fixed' } as const

/** Floating elements: menus, lists, pickers. */
export const popupClass = 'appear rounded-ui bg-raised p-1 text-ui text-ink shadow-float outline-none'

export const itemClass = cx(
  'flex min-h-11 cursor-default items-center gap-2.5 rounded-[calc(var(--radius-ui)-3px)] px-3 py-1.5 outline-none select-none md:min-h-8 md:px-2.5',
  'data-highlighted:bg-hover data-disabled:opacity-50 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-faint',
)
