import { channels } from '../rules.choices.ts'
import { type EventName, eventOf } from '../rules.ts'
import { channelNames } from '../words.choices.ts'
import { type Controls, EventChoice, TopicChoice } from './choice-controls.tsx'
import type { Topic } from './choice-sections.tsx'

const cellClass = 'h-12 w-20 pr-5 text-right align-middle'

const EventRow = ({ name, of }: { name: EventName; of: Controls }) => (
  <tr>
    <th scope="row" className="py-2 pr-3 pl-5 text-left font-normal">
      {eventOf(name).words}
    </th>
    {channels.map((channel) => (
      <td key={channel} className={cellClass}>
        <span className="flex justify-end">
          <EventChoice name={name} channel={channel} of={of} />
        </span>
      </td>
    ))}
  </tr>
)

/** At a desk: a row for each event, a column for each channel, and in the head of a topic the choice for all its events. */
export const ChoiceTable = ({ topics, of }: { topics: readonly Topic[]; of: Controls }) => (
  // A control that is reached by keyboard stays clear of the header and of the sticky row.
  <table className="w-full [&_[role=checkbox],&_[role=switch]]:scroll-mt-[calc(var(--under-header)+env(safe-area-inset-top)+6rem)]">
    <caption className="sr-only">Events and notification channels</caption>
    {/* In the native app, the header is below the device's status bar. */}
    <thead className="sticky top-[calc(var(--under-header)+env(safe-area-inset-top))] z-5 bg-surface text-small text-faint shadow-[0_1px_0_var(--line)]">
      <tr>
        <th scope="col" className="py-2 pl-5 text-left font-medium">
          What
        </th>
        {channels.map((channel) => (
          <th key={channel} scope="col" className="py-2 pr-5 text-right font-medium">
            {channelNames[channel]}
          </th>
        ))}
      </tr>
    </thead>
    {topics.map(({ about, names }) => (
      <tbody key={about} className="[&>tr>*]:border-t [&>tr>*]:border-line">
        <tr>
          <th scope="rowgroup" className="px-5 text-left text-small font-semibold text-faint">
            {about}
          </th>
          {channels.map((channel) => (
            <td key={channel} className={cellClass}>
              <span className="flex justify-end">
                {names.length > 1 && <TopicChoice about={about} names={names} channel={channel} of={of} />}
              </span>
            </td>
          ))}
        </tr>
        {names.map((name) => (
          <EventRow key={name} name={name} of={of} />
        ))}
      </tbody>
    ))}
  </table>
)
