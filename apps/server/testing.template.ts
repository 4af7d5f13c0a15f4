/** The contents of a template: an eight-hour shift with one post. */
export const templateBody = (mark: string) =>
  JSON.stringify({
    title: `Job ${mark}`,
    description: '',
    kind: 'overtime',
    client: null,
    location_name: null,
    location_address: null,
    location_lat: null,
    location_lng: null,
    location_radius_m: null,
    time_zone: 'America/Chicago',
    start_time: '08:00',
    end_time: '16:00',
    end_days: 0,
    posts: [{ name: 'P', required_count: 1, start_time: null, end_time: null, requirements: {} }],
    min_required: 1,
    signup_mode: 'approval',
    pay_code: null,
    min_pay_minutes: 0,
  })
