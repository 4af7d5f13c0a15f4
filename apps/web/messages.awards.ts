/** Awards: their rules, and what is checked of them. */
export const awardMessages = {
  parts_taken: {
    title: 'Officers have parts of it',
    text: 'The times and pieces of a post stay as they are while officers have parts of it. Release them first.',
  },
  officers_confirmed: {
    title: 'Officers are confirmed',
    text: 'It cannot go back to draft. Release them first, or cancel the shift.',
  },
  not_to_award: { title: 'Nothing to award', text: 'It was awarded already, is over, or is not given by award.' },
  draw_first: {
    title: 'The draw comes first',
    text: 'Nobody stands anywhere before it. Make the award, early if it must be, and give the place then.',
  },
  rule_fixed: {
    title: 'Officers have applied',
    text: 'The kind, the rule and the opening of sign-up stay as they were when officers applied: they decide how it is awarded.',
  },
  second_admin_closes: {
    title: 'A second person closes it',
    text: 'Whoever gave the place, was skipped or has it does not decide. Another admin has to.',
  },
  case_closed: { title: 'Closed already', text: 'Somebody else closed this case just now.' },
  rule_name_taken: { title: 'The name is taken', text: 'Another rule has this name. Choose another one.' },
  too_many_rules: { title: 'Too many rules', text: 'A department has {most} rules at most. Change one of them.' },
}
