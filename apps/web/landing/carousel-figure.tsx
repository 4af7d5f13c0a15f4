import type { Made } from './document.tsx'

export type Slide = { name: string; alt: string; words: string }
type CarouselProps = { kind: 'desk' | 'phone'; label: string; slides: readonly Slide[]; made: Made }

const icons = {
  back: 'M15 5l-7 7 7 7',
  on: 'M9 5l7 7-7 7',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5.500l10 6.500-10 6.500z',
} as const
const Icon = ({ of }: { of: keyof typeof icons }) => (
  <svg className={`icon carousel-${of}`} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <path d={icons[of]} />
  </svg>
)

/** Without the script, a scrollable row of pictures. The script rotates it and shows the buttons. */
export const Carousel = ({ kind, label, slides, made }: CarouselProps) => (
  <section
    className={`carousel carousel-${kind}`}
    aria-roledescription="carousel"
    aria-label={label}
    data-carousel={kind}
  >
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
    <section className="carousel-viewport" tabIndex={0} aria-label={`${label}: images`}>
      <div className="carousel-slides">
        {slides.map((slide, at) => {
          const shot = made.shots[`${kind}-${slide.name}`]
          return (
            <figure key={slide.name} aria-roledescription="slide" aria-label={`${at + 1} of ${slides.length}`}>
              {shot && (
                <picture>
                  {/* On a phone, a crop large enough to read. */}
                  {shot.part && (
                    <source
                      media="(max-width: 40rem)"
                      srcSet={shot.part.url}
                      width={shot.part.width}
                      height={shot.part.height}
                    />
                  )}
                  <img
                    src={shot.url}
                    width={shot.width}
                    height={shot.height}
                    alt={slide.alt}
                    loading="lazy"
                    decoding="async"
                  />
                </picture>
              )}
              <figcaption>{slide.words}</figcaption>
            </figure>
          )
        })}
      </div>
    </section>
    <div className="carousel-turning">
      <button type="button" data-do="back" aria-label="Previous image">
        <Icon of="back" />
      </button>
      <button type="button" data-do="pause" aria-label="Pause">
        <Icon of="pause" />
        <Icon of="play" />
      </button>
      <button type="button" data-do="on" aria-label="Next image">
        <Icon of="on" />
      </button>
      <span className="carousel-place" data-place>
        1 / {slides.length}
      </span>
    </div>
  </section>
)
