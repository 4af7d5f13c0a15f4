import { cx } from './class-names.ts'

/**
 * How all of it is placed: by the window and not by the page. Placed by the page, a list was for a moment far below its trigger, and the
 * page jumped there when its first item took the focus; and a screen that scrolled to its place took what hangs from the header along,
 * from under a press.
 */
export const floating = { positionMethod: 'fixed' } as const

/** What floats: menus, lists, pickers. */
export const popupClass = 'appear rounded-ui bg-raised p-1 text-ui text-ink shadow-float outline-none'

export const itemClass = cx(
  'flex min-h-11 cursor-default items-center gap-2.5 rounded-[calc(var(--radius-ui)-3px)] px-3 py-1.5 outline-none select-none md:min-h-8 md:px-2.5',
  'data-highlighted:bg-hover data-disabled:opacity-50 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-faint',
)
