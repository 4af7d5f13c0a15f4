import { Check } from './check.tsx'

type Chip = { name: string; kind: 'overtime' | 'extra' | 'past' | 'open' | 'new' | 'tour'; more?: string }
type Row = {
  title: string
  time: string
  overnight?: true
  from?: 'tablet' | 'desk'
  cells: readonly (readonly Chip[])[]
}

const chips =
  (kind: Chip['kind']) =>
  (...names: readonly string[]): readonly Chip[] =>
    names.map((name) => (name === 'Open' ? { name, kind: 'open' } : { name, kind }))
const overtime = chips('overtime')
const extra = chips('extra')
const past = chips('past')
const tour = (name: string): readonly Chip[] => [{ name, kind: 'tour', more: '+9' }]
const none: readonly Chip[] = []

/** A phone shows the three days around the event; a tablet five. */
const days = [
  { name: 'Sun', filled: '14 of 14', shown: 'desk' },
  { name: 'Mon', filled: '16 of 16', shown: 'tablet' },
  { name: 'Tue', filled: '17 of 17', shown: 'all' },
  { name: 'Wed', filled: '18 of 18', shown: 'all' },
  { name: 'Thu', open: '2 open', shown: 'all' },
  { name: 'Fri', open: '3 open', shown: 'tablet' },
  { name: 'Sat', filled: '16 of 16', shown: 'desk' },
] as const
const TODAY = 2

/** An example week. The names are invented; its one event appears on both the board and the phone. */
const rows: readonly Row[] = [
  {
    title: 'Night watch',
    time: '18:00–06:00',
    from: 'tablet',
    cells: ['Yoon', 'Yoon', 'Fontaine', 'Fontaine', 'Yoon', 'Yoon', 'Fontaine'].map(tour),
  },
  {
    title: 'Patrol overtime',
    time: '22:00–06:00',
    overnight: true,
    cells: [
      past('Hill', 'Novak'),
      past('Hill', 'Brooks'),
      overtime('Gallagher', 'Novak'),
      overtime('Novak', 'Castillo'),
      overtime('Open', 'Open'),
      overtime('Haddad', 'Open'),
      overtime('Haddad', 'Brooks'),
    ],
  },
  {
    title: 'DUI saturation',
    time: '20:00–02:00',
    overnight: true,
    cells: [none, none, none, overtime('Ortega', 'Tran'), none, overtime('Varga', 'Open'), overtime('Ortega', 'Meyer')],
  },
  {
    title: 'Front desk relief',
    time: '18:00–22:00',
    cells: [past('Pruitt'), none, overtime('Lindqvist'), none, overtime('Pruitt'), none, none],
  },
  {
    title: 'St. Anne Hospital',
    time: '18:00–02:00',
    overnight: true,
    cells: [
      past('Okafor'),
      past('Okafor'),
      [{ name: 'Tran', kind: 'new' }],
      extra('Lindqvist'),
      extra('Frost'),
      extra('Okafor'),
      extra('Frost'),
    ],
  },
  {
    title: 'Route 9 road work',
    time: '07:00–15:30',
    from: 'tablet',
    cells: [
      none,
      past('Dunn', 'Meyer'),
      extra('Dunn', 'Meyer'),
      extra('Dunn', 'Hart'),
      none,
      extra('Dunn', 'Open'),
      none,
    ],
  },
  {
    title: 'Courthouse',
    time: '08:00–16:30',
    from: 'tablet',
    cells: [none, past('Moreau'), extra('Moreau'), extra('Moreau'), none, extra('Moreau'), none],
  },
  {
    title: 'School football',
    time: '17:00–22:30',
    from: 'desk',
    cells: [none, none, none, none, none, extra('Castillo', 'Nair'), none],
  },
  {
    title: 'Farmers market',
    time: '06:30–13:00',
    from: 'desk',
    cells: [none, none, none, none, none, none, extra('Tran')],
  },
]

const shownFrom = (at: number) => `week-from-${days[at]?.shown ?? 'all'}${at === TODAY ? ' week-today' : ''}`

const WeekRow = ({ row }: { row: Row }) => (
  <tr className={[row.from && `week-row-${row.from}`, row.overnight && 'week-overnight'].filter(Boolean).join(' ')}>
    <th>
      {row.title}
      <small>{row.time}</small>
    </th>
    {row.cells.map((cell, at) => (
      <td key={days[at]?.name} className={shownFrom(at)}>
        {cell.map((chip, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, by the build
          <span key={line} className={`week-chip week-chip-${chip.kind}`}>
            {chip.name}
            {chip.more && <small>{chip.more}</small>}
            {chip.kind === 'new' && <Check size={12} />}
          </span>
        ))}
      </td>
    ))}
  </tr>
)

const Week = () => (
  <figure
    className="week"
    role="img"
    aria-label="Example: a week of overtime and extra-duty shifts with officers' names. One spot was just filled."
  >
    <div className="week-window" aria-hidden="true">
      <div className="week-bar">
        <b>This week</b>
        <span className="week-switch">
          <span className="week-switch-on">Week</span>
          <span>Month</span>
        </span>
        <span className="week-add">+ New shift</span>
      </div>
      <table className="week-table">
        <thead>
          <tr>
            <th />
            {days.map((day, at) => (
              <th key={day.name} className={shownFrom(at)}>
                {day.name}
                {'open' in day ? <small className="week-short">{day.open}</small> : <small>{day.filled}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <WeekRow key={row.title} row={row} />
          ))}
        </tbody>
      </table>
    </div>
    <div className="week-event" aria-hidden="true">
      <Check size={20} />
      <span>
        <b>Tran signed up</b>
        St. Anne Hospital, 6 minutes after posting
      </span>
    </div>
  </figure>
)

/** The second way on: the server puts the one in that leads further. */
export const StepsLink = () => (
  <a className="button button-quiet button-big" href="#how">
    See how it works
  </a>
)
export const DemoLink = () => (
  <a className="button button-quiet button-big" href="/app">
    Explore the demo
  </a>
)

export const Hero = () => (
  <section className="hero">
    <div className="hero-words">
      <h1>
        Fill every shift.
        <br /> Follow every rule.
      </h1>
      <p className="hero-lead">
        Police departments post overtime and extra duty once, officers sign up on their phones, and department rules
        decide who works.
      </p>
      <p className="hero-acts">
        <a className="button button-primary button-big" href="#trial">
          Start Trial
        </a>
        {'{look}'}
      </p>
      <p className="hero-terms">30-day free trial. No credit card. We reply within 24 hours.</p>
    </div>
    <Week />
  </section>
)
