type Make = (table: string, row: Record<string, unknown>) => Promise<string>

const pattern = { kind: 'four_two', start: '06:00', minutes: 720 }

/** A platoon with a schedule and a member, a day off, an imported tour and a leave. */
export const makeTours = async (make: Make, mark: string, officer_id: string) => {
  const platoon_id = await make('platoons', { name: `Platoon ${mark}` })
  const schedule = { starts_on: '2026-01-05', anchor_on: '2026-01-05', pattern: JSON.stringify(pattern) }
  await make('platoon_schedules', { platoon_id, ...schedule })
  await make('platoon_members', { platoon_id, officer_id, starts_on: '2026-01-05' })
  const exception_id = await make('tour_exceptions', { officer_id, kind: 'off', on_day: '2026-02-05', note: mark })
  const imported_tour_id = await make('imported_tours', {
    officer_id,
    on_day: '2026-02-07',
    starts_at: '2026-02-07T12:00:00Z',
    ends_at: '2026-02-07T20:00:00Z',
  })
  const leave_id = await make('leaves', {
    officer_id,
    kind: 'vacation',
    starts_at: '2026-02-09T06:00:00Z',
    ends_at: '2026-02-16T06:00:00Z',
    whole_days: true,
    note: mark,
  })
  return { platoon_id, exception_id, imported_tour_id, leave_id }
}

const plan = { starts_on: '2026-03-02', anchor_on: '2026-03-02', keeps: 'length', pattern }
const leave = {
  whole_days: true,
  first_day: '2026-05-04',
  last_day: '2026-05-08',
  start_time: '',
  end_time: '',
  note: '',
}

/** Where the smallest input that fits the schema is not one that the call can act on. */
export const tourOverrides = {
  'tours.create_platoon': () => ({ name: `Platoon ${Math.random()}`, unit: '', ...plan }),
  'tours.edit_platoon': () => ({ unit: '', ended_on: '' }),
  'tours.put_schedule': () => plan,
  'tours.add_exception': () => ({
    kind: 'off',
    on_day: '2026-06-01',
    works_on: '',
    start_time: '',
    minutes: null,
    note: '',
  }),
  'leaves.add': () => leave,
  'leaves.edit': () => leave,
}
