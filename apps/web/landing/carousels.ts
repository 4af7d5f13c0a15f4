import EmblaCarousel, { type EmblaCarouselType } from 'embla-carousel'
import Autoplay from 'embla-carousel-autoplay'

/** Specification section 9: how long a picture stands, in milliseconds. */
export const turnsEvery = { desk: 5_000, phone: 4_500 } as const

const less = matchMedia('(prefers-reduced-motion: reduce)')

/** Turned by a press, by the arrow keys, by swiping, and by itself: not under the pointer, not while something in it has the
 * focus, not once it was paused, and never for people who asked for less motion. */
const start = (root: HTMLElement) => {
  const kind = root.dataset.carousel === 'phone' ? 'phone' : 'desk'
  const viewport = root.querySelector<HTMLElement>('.viewport')
  const controls = root.querySelector<HTMLElement>('.turning')
  const place = root.querySelector<HTMLElement>('[data-place]')
  const pause = root.querySelector<HTMLButtonElement>('[data-do=pause]')
  if (!viewport || !controls || !place || !pause) return
  root.dataset.live = ''
  viewport.scrollLeft = 0
  // Stopped under a finger, and started by the code below alone: the plugin itself would start again what a person paused.
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
  const moves: Readonly<Record<string, () => void>> = {
    back: () => turn.scrollPrev(jump),
    on: () => turn.scrollNext(jump),
    pause: () => {
      paused = !paused
      settle()
    },
  }
  for (const button of controls.querySelectorAll('button'))
    button.addEventListener('click', () => moves[button.dataset.do ?? '']?.())
  root.addEventListener('keydown', (event) => {
    const move = { ArrowLeft: moves.back, ArrowRight: moves.on }[event.key]
    if (!move) return
    event.preventDefault()
    move()
  })
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

const tell = (turn: EmblaCarouselType, place: HTMLElement) => {
  const at = turn.selectedScrollSnap()
  place.textContent = `${at + 1} / ${turn.slideNodes().length}`
  for (const [index, slide] of turn.slideNodes().entries()) {
    slide.toggleAttribute('data-current', index === at)
    slide.setAttribute('aria-hidden', String(index !== at))
    // The next one is fetched before it turns up.
    const next = slide.querySelector('img')
    if (next && index === (at + 1) % turn.slideNodes().length && turn.rootNode().dataset.seen) next.loading = 'eager'
  }
}

const begin = (root: HTMLElement) => {
  if (root.dataset.live !== undefined) return
  const viewport = root.querySelector<HTMLElement>('.viewport')
  if (viewport) viewport.dataset.seen = 'yes'
  start(root)
}

/** Each starts when it comes near, or takes the focus: what is far below the fold costs nothing before. */
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
    // At once: the next press of Tab finds its buttons.
    root.addEventListener('focusin', () => begin(root), { once: true })
  }
}
