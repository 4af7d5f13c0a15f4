import { type AwardRule, noCounts, plainRule, usualWindow } from './rules.ts'

/** A rule that is published somewhere, ready to adopt: in our words, with where it can be read. */
export type Pack = {
  id: string
  name: string
  about: string
  sources: readonly { name: string; section: string; address: string }[]
  rule: AwardRule
  /** Where the text is silent and we had to choose. */
  ours: string
  /** Limits on hours that belong to it; they are set with the department's limits, not in the ranking. */
  limits?: readonly string[]
}

const awarded: AwardRule = {
  ...plainRule,
  window: usualWindow,
}

export const packs: readonly Pack[] = [
  {
    id: 'least_hours_refused_credited',
    name: 'Least hours, refused offers credited',
    about: 'The officer with the fewest hours is asked first. An offer counts whether it is taken or not.',
    sources: [
      {
        name: 'Central Michigan University police agreement, as printed by Law Insider',
        section: 'Overtime Fairness, A and B',
        address: 'https://lawinsider.com/clause/overtime-fairness/_1',
      },
      {
        name: 'Toledo, Ohio, Municipal Code, Chapter 2125: the agreement with Fire Fighters Local 92',
        section: 'Overtime: hours worked and refused are both recorded; recruits begin with the average',
        address: 'https://codelibrary.amlegal.com/codes/toledo/latest/toledo_oh/0-0-0-122225',
      },
    ],
    rule: {
      ...awarded,
      method: 'least_hours',
      counts: { ...noCounts, accepted: 100, refused: 100, no_answer: 100, ordered: 100 },
      newcomers: 'average',
      ties: ['seniority', 'badge', 'draw'],
    },
    ours: 'The window of 365 days and the tie-breaks; newcomers begin with the average, as the second text has it for recruits.',
  },
  {
    id: 'rotation_not_reached',
    name: 'Rotation, not reached keeps the place',
    about:
      'A list first made by seniority. Who accepts, works or refuses goes to the bottom; who could not be reached stays.',
    sources: [
      {
        name: 'Police agreement, page 15 of 44 as published at hitpages.com',
        section: '14.3',
        address: 'https://www.hitpages.com/doc/4516016109387776/15/',
      },
    ],
    rule: {
      ...awarded,
      method: 'rotation',
      turn: ['accepted', 'refused', 'worked', 'ordered'],
      newcomers: 'bottom',
      ties: ['seniority', 'badge', 'draw'],
    },
    ours: 'Newcomers at the bottom: they stand as if they had taken a turn on the day they came.',
    limits: ['At most 16 hours of work in any 24 hours'],
  },
  {
    id: 'short_notice_then_least_hours',
    name: 'Under 24 hours the first to answer, else lowest hours, then seniority',
    about:
      'Late vacancies go to whoever answers first. All others go to the lowest hours, equal hours to the senior officer.',
    sources: [
      {
        name: 'Law Insider, a collection of clauses: “Shift Overtime” of one labor agreement for patrol officers and dispatchers. It names neither the city nor the year',
        section: 'A: the list is left aside under 24 hours',
        address: 'https://www.lawinsider.com/clause/shift-overtime/_8',
      },
      {
        name: 'Law Insider, a collection of clauses: “Equalization of Overtime” of a police agreement. It names neither the city nor the year',
        section: 'a and b.2: lowest hours, equal hours to the senior employee',
        address: 'https://lawinsider.com/clause/equalization-of-overtime/_8',
      },
    ],
    rule: {
      ...awarded,
      method: 'least_hours',
      counts: { ...noCounts, window_days: 'fiscal_year', accepted: 100, ordered: 100 },
      ties: ['seniority', 'badge', 'draw'],
      short_notice: { under_minutes: 24 * 60, method: 'first_answer' },
    },
    ours: 'No agreement was found that has both: the two texts are put together; hours count from the beginning of the fiscal year.',
  },
  {
    id: 'mandatory_pick_list',
    name: 'Mandatory pick list, never reset, newcomers on top',
    about: 'Whose last mandatory shift is longest ago is first. Each one moves its officer, however long it was.',
    sources: [
      {
        name: 'Market Transfer, a collection of clauses: “Mandatory Overtime List” of two fire department agreements. It names neither the cities nor the years',
        section: 'iii to v',
        address: 'https://www.markettransfer.info/clause/mandatory-overtime-list/_3',
      },
    ],
    rule: {
      ...awarded,
      method: 'pick_list',
      counts: { ...noCounts, window_days: 'ever' },
      turn: ['ordered', 'volunteered'],
      newcomers: 'top',
      ties: ['seniority', 'badge', 'draw'],
    },
    ours: 'Counts come before dates, a volunteer takes a turn as well, and who was never on it stands on top.',
  },
  {
    id: 'sixty_four_hours',
    name: '64 hours a week over all work, by seniority',
    about: 'Regular duty and off-duty police work together stay within 64 hours a week.',
    sources: [
      {
        name: 'Georgia, Rules of the Department of Public Safety, Off-Duty Police Employment',
        section: 'Rule 570-9-.07',
        address:
          'https://casetext.com/regulation/georgia-administrative-code/department-570-rules-of-department-of-public-safety/chapter-570-9-off-duty-police-employment/rule-570-9-07-hours',
      },
    ],
    rule: { ...awarded, method: 'seniority', ties: ['badge', 'draw'] },
    ours: 'The rule limits hours and does not say who comes first: seniority is our proposal.',
    limits: ['At most 64 hours of all work in a week', 'At least 6 hours between off-duty work and a regular tour'],
  },
  {
    id: 'rotating_list_refusals_charged',
    name: 'Rotating list by seniority, refusals charged',
    about: 'Overtime goes round as evenly as possible; who is asked and refuses is charged.',
    sources: [
      {
        name: 'Toledo, Ohio, Municipal Code',
        section: '2121.75 Overtime Rotating List',
        address: 'https://codelibrary.amlegal.com/codes/toledo/latest/toledo_oh/0-0-0-137579',
      },
    ],
    rule: {
      ...awarded,
      method: 'rotation',
      turn: ['accepted', 'refused', 'ordered'],
      newcomers: 'bottom',
      ties: ['hours', 'seniority', 'badge', 'draw'],
      counts: { ...noCounts, refused: 100 },
    },
    ours: 'What an officer was charged decides between those who never had a turn.',
  },
]
