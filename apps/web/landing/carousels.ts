import EmblaCarousel, { type EmblaCarouselType } from 'embla-carousel'
import Autoplay from 'embla-carousel-autoplay'

/** Specification section 9: how long each picture is shown, in milliseconds. */
const turnsEvery = { desk: 5_000, phone: 4_500 } as const

const less = matchMedia('(prefers-reduced-motion: reduce)')

/**
 * Advances by button, arrow key, swipe, and automatically: not while the pointer is over it, while it contains the focus or after
 * it was paused, and never when reduced motion is preferred.
 */
const start = (root: HTMLElement) => {
  const kind = root.dataset.carousel === 'phone' ? 'phone' : 'desk'
  const viewport = root.querySelector<HTMLElement>('.carousel-viewport')
  const controls = root.querySelector<HTMLElement>('.carousel-turning')
  const place = root.querySelector<HTMLElement>('[data-place]')
  const pause = root.querySelector<HTMLButtonElement>('[data-do=pause]')
  if (!viewport || !controls || !place || !pause) return
  root.dataset.live = ''
  viewport.scrollLeft = 0
  // Touching stops it, and only the code below starts it: the plugin would restart what a person paused.
  const timer = Autoplay({ delay: turnsEvery[kind], playOnInit: false, stopOnInteraction: true, stopOnFocusIn: false })
  const turn = EmblaCarousel(viewport, { loop: true, duration: less.matches ? 0 : 20 }, [timer])
  let paused = less.matches
  let held = 0
  const settle = () => {
    if (paused || held > 0) timer.stop()
    else if (!timer.isPlaying()) timer.play()
    root.dataset.paused = String(paused)
    pause.setAttribute('aria-label', paused ? 'Play' : 'Pause')
    viewport.setAttribute('aria-live', paused || held > 0 ? 'polite' : 'off')
  }
  const hold = (on: string, off: string) => {
    let holding = false
    const set = (value: boolean) => {
      if (holding === value) return
      holding = value
      held += value ? 1 : -1
      settle()
    }
    root.addEventListener(on, () => set(true))
    root.addEventListener(off, (event) => {
      const to = event instanceof FocusEvent ? event.relatedTarget : null
      if (!(to instanceof Node) || !root.contains(to)) set(false)
    })
  }
  hold('mouseenter', 'mouseleave')
  hold('focusin', 'focusout')
  const jump = less.matches
  const moves: Moves = {
    back: () => turn.scrollPrev(jump),
    on: () => turn.scrollNext(jump),
    pause: () => {
      paused = !paused
      settle()
    },
  }
  listen(root, controls, moves)
  less.addEventListener('change', () => {
    paused = less.matches
    settle()
  })
  const show = () => tell(turn, place)
  turn.on('select', show)
  turn.on('pointerUp', settle)
  show()
  settle()
}

type Moves = Readonly<Record<'back' | 'on' | 'pause', () => void>>

const listen = (root: HTMLElement, controls: HTMLElement, moves: Moves) => {
  const byName: Readonly<Record<string, () => void>> = moves
  for (const button of controls.querySelectorAll('button'))
    button.addEventListener('click', () => byName[button.dataset.do ?? '']?.())
  root.addEventListener('keydown', (event) => {
    const move = { ArrowLeft: moves.back, ArrowRight: moves.on }[event.key]
    if (!move) return
    event.preventDefault()
    move()
  })
}

const tell = (turn: EmblaCarouselType, place: HTMLElement) => {
  const at = turn.selectedScrollSnap()
  place.textContent = `${at + 1} / ${turn.slideNodes().length}`
  for (const [index, slide] of turn.slideNodes().entries()) {
    slide.toggleAttribute('data-current', index === at)
    slide.setAttribute('aria-hidden', String(index !== at))
    // Load the next one before it is shown.
    const next = slide.querySelector('img')
    if (next && index === (at + 1) % turn.slideNodes().length && turn.rootNode().dataset.seen) next.loading = 'eager'
  }
}

const begin = (root: HTMLElement) => {
  if (root.dataset.live !== undefined) return
  const viewport = root.querySelector<HTMLElement>('.carousel-viewport')
  if (viewport) viewport.dataset.seen = 'yes'
  start(root)
}

/** Each carousel starts when it comes near the viewport or receives focus: anything far below the fold costs nothing until then. */
export const startCarousels = () => {
  const near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue
        near.unobserve(target)
        begin(target)
      }
    },
    { rootMargin: '200px' },
  )
  for (const root of document.querySelectorAll<HTMLElement>('[data-carousel]')) {
    near.observe(root)
    // Immediately, so that the next Tab reaches its buttons.
    root.addEventListener('focusin', () => begin(root), { once: true })
  }
}
