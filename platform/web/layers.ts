import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/**
 * Layers over the page: dialogs, sheets, drawers. Each has its own browser history entry above the page's, with the same address,
 * so that Back (and a phone's back gesture) closes the topmost layer instead of leaving the page. Each entry stores the number of
 * open layers; if that differs from the layers actually open, history is adjusted. A router blocker does not work: it is never
 * notified of Back when the page is the application's first entry.
 */
type Layer = { close: () => void; gone: boolean }

/** From the lowest to the topmost. */
const open: Layer[] = []
/** A layer that Back could not close (it is busy) gets its entry back after this. */
const REFUSED_AFTER_MS = 100
/** After this, a traversal that the browser never reported counts as lost. */
const LOST_AFTER_MS = 500

let history: RouterHistory | null = null
/** Our own traversal is in progress. Other history changes wait for it, or they would apply to the wrong entry. */
let underWay: ReturnType<typeof setTimeout> | null = null
const waiting: (() => void)[] = []

const stateOf = (): { layer?: unknown; __TSR_index?: unknown } => window.history.state ?? {}
const depth = (): number => {
  const { layer } = stateOf()
  return typeof layer === 'number' ? layer : 0
}
/** Bypasses the router, which is not concerned. */
const write = (how: 'pushState' | 'replaceState', state: object, href?: string): void =>
  History.prototype[how].call(window.history, state, '', href)

const arrive = (): void => {
  if (underWay !== null) clearTimeout(underWay)
  underWay = null
  for (const act of waiting.splice(0)) act()
}

const follow = (): void => {
  if (underWay !== null || history === null) return
  history.flush()
  const away = depth() - open.length
  if (away > 0) {
    underWay = setTimeout(arrive, LOST_AFTER_MS)
    window.history.go(-away)
  }
  for (let n = depth() + 1; n <= open.length; n++) write('pushState', { ...stateOf(), layer: n })
}
/** After everything that closes and opens together, so that replacing one dialog with another changes nothing. */
const followSoon = (): void => queueMicrotask(follow)

const whenStill = (act: () => void): void => {
  if (underWay === null) act()
  else waiting.push(act)
}

/** A filter set while a layer was open stays set when the layer's entry is left. */
const keepAddress = (href: string): void => {
  const { pathname, search, hash } = window.location
  if (href !== pathname + search + hash) write('replaceState', stateOf(), href)
}

const onPop = (event: PopStateEvent): void => {
  if (history === null) return
  // The router numbers its own entries; layer entries carry their page's number.
  if (stateOf().__TSR_index !== history.location.state.__TSR_index) {
    // Another page. If it was reached at the entry of a layer left open there, the page itself is one entry further.
    arrive()
    followSoon()
    return
  }
  event.stopImmediatePropagation()
  keepAddress(history.location.href)
  if (underWay !== null) {
    arrive()
    followSoon()
    return
  }
  const at = depth()
  const left = open.splice(at)
  for (const layer of left.toReversed()) layer.close()
  if (left.length > 0)
    setTimeout(() => {
      // Below what it opened instead, such as the question whether to discard what was typed.
      open.splice(at, 0, ...left.filter(({ gone }) => !gone))
      follow()
    }, REFUSED_AFTER_MS)
  else followSoon()
}

/** The browser history for the router, extended with layers. Call once, with the application. */
export const layeredHistory = (): RouterHistory => {
  // Before the router's own listener: window listeners run in the order they were added.
  window.addEventListener('popstate', onPop)
  const made = createBrowserHistory()
  const { push, replace } = made
  made.push = (path, state, options) =>
    whenStill(() => push(path, { ...state, layer: undefined, from: made.location.href }, options))
  made.replace = (path, state, options) => whenStill(() => replace(path, { ...state, layer: depth() }, options))
  history = made
  // Reloaded at a layer's entry: the layer is closed, so leave that entry.
  follow()
  return made
}

const add = (close: () => void): (() => void) => {
  const layer: Layer = { close, gone: false }
  open.push(layer)
  followSoon()
  return () => {
    layer.gone = true
    const at = open.indexOf(layer)
    if (at >= 0) open.splice(at, 1)
    followSoon()
  }
}

/** While `isOpen`, Back calls `onClose` and the page stays. For everything that covers the page. */
export const useBackCloses = (isOpen: boolean, onClose: () => void): void => {
  const close = useEffectEvent(onClose)
  useEffect(() => (isOpen ? add(() => close()) : undefined), [isOpen])
}
