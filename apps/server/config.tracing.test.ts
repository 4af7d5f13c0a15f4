import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const read = (env: Record<string, string>) => readConfig(env, [], '/').tracing
const address = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }

test('only an address switches traces on, and OTEL_SDK_DISABLED switches them off', {
  meta: { shows: ['issue 14 traces'] },
}, () => {
  expect(read({})).toBe(false)
  expect(read({ OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'always_on', OTEL_SDK_DISABLED: 'false' })).toBe(false)
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: ' ' })).toBe(false)
  expect(read(address)).toBe(true)
  expect(read({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.example.org/v1/traces' })).toBe(true)
  for (const word of ['true', 'TRUE', ' true ']) expect(read({ ...address, OTEL_SDK_DISABLED: word })).toBe(false)
  expect(read({ ...address, OTEL_SDK_DISABLED: '1' })).toBe(true)
})

const bad: readonly [Record<string, string>, string][] = [
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL'],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'grpc://x' }, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be a URL'],
  [{ OTEL_TRACES_SAMPLER: 'sometimes' }, 'OTEL_TRACES_SAMPLER must be one of always_on,'],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.'],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '5' }, 'OTEL_TRACES_SAMPLER_ARG must be'],
  [{ OTEL_TRACES_SAMPLER_ARG: 'half' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.'],
  [{ OTEL_RESOURCE_ATTRIBUTES: 'production' }, 'OTEL_RESOURCE_ATTRIBUTES must be pairs of name=value'],
  [{ OTEL_RESOURCE_ATTRIBUTES: 'a=b=c' }, 'OTEL_RESOURCE_ATTRIBUTES must be pairs of name=value'],
  [{ OTEL_RESOURCE_ATTRIBUTES: 'a=%zz' }, 'OTEL_RESOURCE_ATTRIBUTES must be pairs of name=value'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'a-secret-key' }, 'OTEL_EXPORTER_OTLP_HEADERS must be pairs of name=value'],
  [{ OTEL_SERVICE_NAME: 'x'.repeat(256) }, 'OTEL_SERVICE_NAME must have at most 255 characters.'],
]

test('a setting that the SDK would pass over is refused in words without its value', {
  meta: { shows: ['issue 14 traces'] },
}, () => {
  for (const [env, words] of bad) {
    expect(() => read({ ...address, ...env })).toThrow(words)
    expect(() => read({ ...address, ...env })).not.toThrow(/secret/)
    // Without an address nothing reads them.
    if (!Object.keys(env)[0]?.endsWith('ENDPOINT')) expect(read(env)).toBe(false)
  }
  const good = {
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production, service.namespace=a%2Cb',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YTpi,x-tenant=1',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
    OTEL_SERVICE_NAME: 'shifts',
  }
  expect(read({ ...address, ...good })).toBe(true)
})
