import { type AwardRule, noCounts, plainRule, usualWindow } from './rules.ts'

/** A published rule, ready to adopt: in our words, with its source. */
export type Pack = {
  id: string
  name: string
  about: string
  sources: readonly { name: string; section: string; address: string }[]
  rule: AwardRule
  /** What we chose where the source text says nothing. */
  ours: string
  /** Hour limits that belong to the rule; they are set in the department's limits, not in the ranking. */
  limits?: readonly string[]
}

const awarded: AwardRule = {
  ...plainRule,
  window: usualWindow,
}

export const packs: readonly Pack[] = [
  {
    id: 'least_hours_refused_credited',
    name: 'Fewest hours, declined offers charged',
    about: 'The officer with the fewest hours is asked first. Offers count whether accepted or not.',
    sources: [
      {
        name: 'Central Michigan University police agreement, as printed by Law Insider',
        section: 'Overtime Fairness, A and B',
        address: 'https://lawinsider.com/clause/overtime-fairness/_1',
      },
      {
        name: 'Toledo, Ohio, Municipal Code, Chapter 2125: the agreement with Fire Fighters Local 92',
        section: 'Overtime: hours worked and refused are both recorded; recruits start with the average',
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
    ours: 'The 365-day window and the tiebreakers. New officers start with the average, as the second source says for recruits.',
  },
  {
    id: 'rotation_not_reached',
    name: 'Rotation; unreachable officers keep their position',
    about:
      'The list starts by seniority. Officers who accept, decline or work move to the bottom; unreachable officers keep their position.',
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
    ours: 'New officers start at the bottom, as if they had taken a turn on their first day.',
    limits: ['At most 16 hours of work in any 24 hours'],
  },
  {
    id: 'short_notice_then_least_hours',
    name: 'First to answer under 24 hours, otherwise fewest hours, then seniority',
    about:
      'Late vacancies go to the first to answer. All others go to the officer with the fewest hours, then to the most senior.',
    sources: [
      {
        name: 'Law Insider, a collection of clauses: "Shift Overtime" of one labor agreement for patrol officers and dispatchers. It names neither the city nor the year',
        section: 'A: the list does not apply under 24 hours',
        address: 'https://www.lawinsider.com/clause/shift-overtime/_8',
      },
      {
        name: 'Law Insider, a collection of clauses: "Equalization of Overtime" of a police agreement. It names neither the city nor the year',
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
    ours: 'Combines two agreements. Hours count from the start of the fiscal year.',
  },
  {
    id: 'mandatory_pick_list',
    name: 'Mandatory pick list, never reset, new officers first',
    about:
      'The officer whose last mandatory shift was longest ago is first. Every mandatory shift counts, whatever its length.',
    sources: [
      {
        name: 'Market Transfer, a collection of clauses: "Mandatory Overtime List" of two fire department agreements. It names neither the cities nor the years',
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
    ours: 'Officers with the fewest turns come first, then those whose last turn was longest ago. Volunteering counts as a turn. Officers with no turns are at the top.',
  },
  {
    id: 'sixty_four_hours',
    name: '64 hours a week across all work, by seniority',
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
    ours: 'The rule limits hours but sets no order. We suggest seniority.',
    limits: ['At most 64 hours of all work in a week', 'At least 6 hours between off-duty work and a regular tour'],
  },
  {
    id: 'rotating_list_refusals_charged',
    name: 'Rotating list by seniority, declined offers charged',
    about: 'Overtime is shared as evenly as possible. Officers who decline are charged.',
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
    ours: 'Charged hours decide between officers without a turn.',
  },
]
