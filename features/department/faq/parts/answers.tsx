import { useLocation } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Link2 from 'lucide-react/icons/link-2'
import { useEffect, useRef, useState } from 'react'
import type { Category, Question } from '../rules.ts'
import { Drawn } from './markdown.tsx'

/** One question, collapsed until it is opened: by a click, or by the URL, which may name it after the `#`. */
const Answer = ({ entry }: { entry: Question }) => {
  const named = useLocation({ select: (location) => location.hash }) === entry.id
  const [open, setOpen] = useState(named)
  const place = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (!named) return
    setOpen(true)
    place.current?.scrollIntoView({ block: 'center' })
  }, [named])
  return (
    <details
      ref={place}
      id={entry.id}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group scroll-mt-6"
    >
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 py-2 font-medium">
        <span className="min-w-0 wrap-anywhere">{entry.question}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-faint group-open:rotate-180" />
      </summary>
      <div className="pb-4 text-soft">
        <Drawn>{entry.answer}</Drawn>
        <a
          href={`#${entry.id}`}
          className="mt-2 -ml-1 inline-flex min-h-11 items-center gap-1.5 px-1 text-small text-faint hover:text-ink md:min-h-8"
        >
          <Link2 aria-hidden className="size-4" />
          Link to this answer
          <span className="sr-only">: {entry.question}</span>
        </a>
      </div>
    </details>
  )
}

/** Categories in a list, each with its questions. */
export const Answers = ({ categories }: { categories: readonly Category[] }) => (
  <div className="space-y-6">
    {categories.map((category) => (
      <section key={category.id} aria-labelledby={`about-${category.id}`}>
        <h3 id={`about-${category.id}`} className="mb-1 scroll-mt-6 font-semibold wrap-anywhere">
          {category.name}
        </h3>
        <div className="divide-y divide-line border-y border-line">
          {category.entries.map((entry) => (
            <Answer key={entry.id} entry={entry} />
          ))}
        </div>
      </section>
    ))}
  </div>
)
