import { expect, test } from 'vitest'
import { createMeter, metricsText } from './metrics.ts'

test('counts requests by call and status, and their time in buckets that add up', {
  meta: { shows: ['issue 14 metrics'] },
}, () => {
  const meter = createMeter()
  meter.answered('signups.create', 200, 0.004)
  meter.answered('signups.create', 200, 0.2)
  meter.answered('signups.create', 409, 7)
  meter.waited(0.003)
  const lines = metricsText(meter, [
    { name: 'x_jobs', kind: 'gauge', help: 'Jobs.', values: [[{ job: 'a"b\\\n' }, 2]] },
  ]).split('\n')
  meter.close()
  for (const line of [
    '# TYPE watchbill_requests_total counter',
    'watchbill_requests_total{call="signups.create",status="200"} 2',
    'watchbill_requests_total{call="signups.create",status="409"} 1',
    'x_jobs{job="a_b__"} 2',
    '# TYPE watchbill_request_seconds histogram',
    'watchbill_request_seconds_bucket{call="signups.create",le="0.005"} 1',
    'watchbill_request_seconds_bucket{call="signups.create",le="0.1"} 1',
    'watchbill_request_seconds_bucket{call="signups.create",le="0.25"} 2',
    'watchbill_request_seconds_bucket{call="signups.create",le="5"} 2',
    'watchbill_request_seconds_bucket{call="signups.create",le="+Inf"} 3',
    'watchbill_request_seconds_count{call="signups.create"} 3',
    'watchbill_db_wait_seconds_bucket{le="0.005"} 1',
    'watchbill_db_wait_seconds_count 1',
  ])
    expect(lines).toContain(line)
  expect(lines.at(-1)).toBe('')
})
