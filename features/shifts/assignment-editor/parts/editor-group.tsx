import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ReactNode, useId, useState } from 'react'
import { cx } from '#platform/web/ui/class-names.ts'

type Props = {
  title: string
  /** What is set, in one line: nobody has to open it to look. */
  summary: string
  /** A field inside is wrong or has to be answered: it is open until that is done. */
  wrong: boolean
  children: ReactNode
}

/** Less common fields. A closed group shows a summary and keeps what was typed. */
export const EditorGroup = ({ title, summary, wrong, children }: Props) => {
  const [opened, setOpened] = useState(false)
  const id = useId()
  const open = opened || wrong
  return (
    <section className="border-t border-line last:border-b">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpened(!open)}
          className="-mx-2 flex min-h-11 w-[calc(100%+1rem)] items-center md:min-h-10 gap-x-2.5 rounded-ui px-2 py-2 text-left md:py-1.5 hover:bg-hover max-md:flex-wrap"
        >
          <ChevronRight
            aria-hidden
            className={cx(
              'size-4 shrink-0 text-faint transition-transform motion-reduce:transition-none',
              open && 'rotate-90',
            )}
          />
          <span className="shrink-0 font-medium">{title}</span>
          <span
            className={cx(
              'min-w-0 text-small font-normal text-soft max-md:w-full max-md:pl-6.5 md:ml-auto md:truncate md:text-right',
              open && 'max-md:hidden md:invisible',
            )}
          >
            {summary}
          </span>
        </button>
      </h2>
      <div id={id} hidden={!open} className="pt-2 pb-5">
        {children}
      </div>
    </section>
  )
}
