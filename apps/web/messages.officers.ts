import type { Words } from '#platform/web/words.ts'

/** The words about officers' files and extra time; part of `messages.ts`, which holds them to the contracts. */
export const officerMessages = {
  // invitations
  invitation_over: {
    title: 'Not open any more',
    text: 'The invitation was taken, withdrawn, or ran out meanwhile. The list shows what is open now.',
  },

  // tours and leave
  platoon_name_taken: { title: 'The name is taken', text: 'Another platoon has this name. Choose a different one.' },
  platoon_ended: { title: 'It has ended', text: 'On that day this platoon has no tours any more. Choose another one.' },
  only_schedule: { title: 'The only schedule', text: 'A platoon keeps one. Change it, or end the platoon.' },
  officer_not_active: {
    title: 'Not on duty here',
    text: 'This officer is not approved or has left. Tours and leave are for active officers.',
  },
  day_off_already: { title: 'Off already', text: 'That day is off or swapped already. Take that entry back first.' },
  own_tours: {
    title: 'Your own tours',
    text: 'Another admin has to set your platoon, your single days and your extra tours.',
  },
  own_leave: { title: 'Your own leave', text: 'Another admin has to enter and change it.' },
  leave_overlaps: {
    title: 'On leave already',
    text: 'Another leave of this officer lies in these days. Change that one, or enter other days.',
  },

  // certifications and files
  certification_verified: {
    title: 'Verified already',
    text: 'An admin has verified this one. Only an admin other than its officer can change it now.',
  },
  own_certification: {
    title: 'Your own certificate',
    text: 'Nobody verifies their own. Another admin has to; if there is none, appoint a second one.',
  },
  own_file: { title: 'Your own file', text: 'Notes about you are for the other admins.' },

  // extra time
  already_decided: {
    title: 'Decided already',
    text: 'This claim was {what} by {by} meanwhile. The list shows how it stands.',
  },
  extra_time_expired: {
    title: 'Expired',
    text: 'Nobody decided on this claim in time. The officer can hand it in again.',
  },
  far_from_asked: { title: 'Check the times', text: 'Amended time has to begin within a day of what was asked.' },
  far_from_shift: { title: 'Check the times', text: 'The time has to lie within a day of the shift that it names.' },
  not_past: { title: 'Not over yet', text: 'Extra time is claimed after it was worked: it has to end before now.' },
  overlaps_paid_time: {
    title: 'Paid already',
    text: 'This overlaps {what}. No minute is paid twice: claim what lies before or after it.',
  },
  own_extra_time: {
    title: 'Your own claim',
    text: 'Nobody decides on their own extra time. Another admin has to; if there is none, appoint a second one.',
  },
  past_edit_limit: {
    title: 'Too long ago',
    text: 'Your department takes hours for {days} days back. Speak with an admin about older ones.',
  },
  shift_not_worked: {
    title: 'Not worked',
    text: 'You did not check in and out of this shift, so nothing can be claimed on it.',
  },
} as const satisfies Record<string, Words>
