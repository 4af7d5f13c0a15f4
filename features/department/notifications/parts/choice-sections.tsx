import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ReactNode, useId, useState } from 'react'
import { cx } from '#platform/web/ui/class-names.ts'
import { channels } from '../rules.choices.ts'
import { type EventName, eventOf } from '../rules.ts'
import { onWords } from '../words.choices.ts'
import { type Controls, EventChoice, TopicChoice } from './choice-controls.tsx'

export type Topic = { about: string; names: readonly EventName[] }

/** A row that opens: its title, and in words what is on inside. `isTopic` makes the title a heading. */
const Opening = ({
  title,
  words,
  isTopic = false,
  children,
}: {
  title: string
  words: string
  isTopic?: boolean
  children: ReactNode
}) => {
  const [open, setOpen] = useState(false)
  const id = useId()
  const Around = isTopic ? 'h3' : 'div'
  return (
    <>
      <Around>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex min-h-14 w-full items-center gap-2.5 px-4 py-2 text-left hover:bg-hover md:px-5"
        >
          <ChevronRight
            aria-hidden
            className={cx(
              'size-4 shrink-0 text-faint transition-transform motion-reduce:transition-none',
              open && 'rotate-90',
            )}
          />
          <span className="min-w-0 flex-1">
            <span className={cx('block', isTopic && 'font-medium')}>{title}</span>{' '}
            <span className="block text-small font-normal text-soft">{words}</span>
          </span>
        </button>
      </Around>
      <div id={id} hidden={!open}>
        {open && children}
      </div>
    </>
  )
}

/** Below the title of its row. */
const insideClass = 'pr-4 pb-3 pl-10.5 md:pr-5 md:pl-11.5'

const EventSwitches = ({ name, of }: { name: EventName; of: Controls }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, and the row above already has these words
  <div role="group" aria-label={eventOf(name).words} className={insideClass}>
    {channels.map((channel) => (
      <EventChoice key={channel} labeled name={name} channel={channel} of={of} />
    ))}
  </div>
)

const TopicBody = ({ topic: { about, names }, of }: { topic: Topic; of: Controls }) => (
  <>
    <fieldset className={insideClass}>
      <legend className="py-1 text-small text-faint">All {names.length} events</legend>
      {channels.map((channel) => (
        <TopicChoice key={channel} labeled about={about} names={names} channel={channel} of={of} />
      ))}
    </fieldset>
    <ul aria-label={about} className="divide-y divide-line border-t border-line pl-6.5">
      {names.map((name) => (
        <li key={name}>
          <Opening title={eventOf(name).words} words={onWords([name], of.choices, of.off)}>
            <EventSwitches name={name} of={of} />
          </Opening>
        </li>
      ))}
    </ul>
  </>
)

/** On a phone: a row for each topic. It opens to the choices for all its events, and to a row for each event. */
export const ChoiceSections = ({ topics, of }: { topics: readonly Topic[]; of: Controls }) => (
  <div className="divide-y divide-line">
    {topics.map((topic) => {
      const { about, names } = topic
      const [only] = names
      return (
        <div key={about}>
          <Opening isTopic title={about} words={onWords(names, of.choices, of.off)}>
            {names.length === 1 && only ? (
              <>
                <p className="pr-4 pl-10.5 text-small text-faint">{eventOf(only).words}</p>
                <EventSwitches name={only} of={of} />
              </>
            ) : (
              <TopicBody topic={topic} of={of} />
            )}
          </Opening>
        </div>
      )
    })}
  </div>
)
