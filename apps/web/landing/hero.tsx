import { claims } from './content.ts'

/** A week as a duty board: posts down, days across, places taken of places. An example, drawn in text. */
const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const board = [
  { post: 'Stadium gate', places: ['', '', '6/6', '', '6/6', '8/8', '4/8'] },
  { post: 'Road works, I-35', places: ['2/2', '2/2', '2/2', '2/2', '1/2', '', ''] },
  { post: 'Court security', places: ['3/3', '3/3', '3/3', '3/3', '3/3', '', ''] },
  { post: 'Night market', places: ['', '', '', '4/4', '4/4', '2/4', ''] },
  { post: 'Holdover, patrol', places: ['1/1', '', '1/1', '', '', '0/1', ''] },
] as const

const stateOf = (place: string) => {
  const [taken, of] = place.split('/')
  return place === '' ? 'none' : taken === of ? 'full' : taken === '0' ? 'empty' : 'part'
}

const Board = () => (
  <div
    className="board"
    role="img"
    aria-label="An example of a week on the board: most places taken, four shifts with gaps"
  >
    <div className="row head" aria-hidden="true">
      <span>Week 32</span>
      {days.map((day) => (
        <span key={day}>{day}</span>
      ))}
    </div>
    {board.map(({ post, places }) => (
      <div key={post} className="row" aria-hidden="true">
        <span>{post}</span>
        {places.map((place, at) => (
          <span key={days[at]} className={`cell ${stateOf(place)}`}>
            {place}
          </span>
        ))}
      </div>
    ))}
    <p className="legend" aria-hidden="true">
      {(
        [
          ['full', '4/4', 'filled'],
          ['part', '2/4', 'gaps'],
          ['empty', '0/1', 'nobody yet'],
        ] as const
      ).map(([state, places, words]) => (
        <span key={state} className="key">
          <span className={`cell ${state}`}>{places}</span> {words}
        </span>
      ))}
    </p>
  </div>
)

export const Hero = () => (
  <>
    <section className="hero wide">
      <div>
        <p className="over">Overtime and extra-duty shifts for police and security</p>
        <h1>Every shift on one board. Every place filled by the rules.</h1>
        <p className="lead">
          Post the shift, let officers take it from their phone, and approve the hours. {'{product}'} keeps the order of
          who was first, who may, and who changed what.
        </p>
        <p className="acts">
          <a className="button primary big" href="#trial">
            Start Trial
          </a>
          <a className="button quiet big" href="#how">
            See how it works
          </a>
        </p>
        <p className="small">30-day free trial, no card. Annual contracts, Net 30.</p>
      </div>
      <Board />
    </section>
    <section className="claims" aria-label="In figures">
      <ul className="wide">
        {claims.map((claim) => (
          <li key={claim.words}>
            <strong>{claim.words}</strong>
            <span>{claim.more}</span>
          </li>
        ))}
      </ul>
      <p className="wide small">
        What we hold ourselves to. Your own figures stand in your reports, from the first shift on.
      </p>
    </section>
  </>
)
