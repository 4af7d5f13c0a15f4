import { Check } from './check.tsx'

type Applicant = { name: string; shown: string; outcome: 'awarded' | 'waiting' | 'out' }

/** The receipt of an officer who did not get the spot, since that is who asks. The names are those of the example week. */
const applicants: readonly Applicant[] = [
  { name: 'Novak', shown: '31 h · hired Aug 2014', outcome: 'awarded' },
  { name: 'Castillo', shown: '38 h · hired Mar 2011', outcome: 'awarded' },
  { name: 'Brooks (you)', shown: '38 h · hired Feb 2016', outcome: 'waiting' },
  { name: 'Haddad', shown: 'Over an hour or rest limit', outcome: 'out' },
]
const outcomes: Readonly<Record<Applicant['outcome'], string>> = {
  awarded: 'Awarded',
  waiting: 'Waitlisted',
  out: 'Not eligible',
}

const Receipt = () => (
  <figure
    className="receipt"
    role="img"
    aria-label="Example: an award receipt. Four applicants are ranked by hours charged, then by hire date. Two got the spots, and the officer who came third sees that the hire date made the difference."
  >
    <div className="receipt-window" aria-hidden="true">
      <p className="receipt-head">
        <b>Award receipt</b>
        Patrol overtime, Wed 22:00–06:00 · 2 spots · by fewest hours
      </p>
      <p className="receipt-told">
        <b>You ranked number 3 of 4 applicants.</b> The last spot went to number 2. The difference between number 2 and
        you: hire date.
      </p>
      <ol className="receipt-list">
        {applicants.map((one, at) => (
          <li key={one.name}>
            <b>
              {at + 1}. {one.name}
            </b>
            <span>{one.shown}</span>
            <i className={`receipt-mark receipt-mark-${one.outcome}`}>{outcomes[one.outcome]}</i>
          </li>
        ))}
      </ol>
      <p className="receipt-foot">
        <Check size={16} />
        Recalculated from its record: same result
      </p>
    </div>
  </figure>
)

/** What no officer has to take on trust: the rule before, the receipt after, and the proof. */
export const Fairness = () => (
  <section className="wide section twin" aria-labelledby="fair-title">
    <div>
      <h2 id="fair-title">Every award explains itself</h2>
      <p className="lead">
        Officers see the rule before they apply and the reason afterward. No phone tree, no favorites, nothing to take
        on trust.
      </p>
      <ul className="ticks">
        <li>Fewest hours, seniority, rotation, a lottery or your own weights</li>
        <li>A receipt for every applicant: rank, what was compared, and why others weren't eligible</li>
        <li>Back-test a rule on past awards before anyone works under it</li>
        <li>Any award can be recalculated later, for a grievance or an arbitrator</li>
      </ul>
    </div>
    <Receipt />
  </section>
)
