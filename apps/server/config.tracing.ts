import { StartError } from '#platform/server/start-error.ts'

type Env = Record<string, string | undefined>

const samplers = ['always_on', 'always_off', 'traceidratio'].flatMap((one) => [one, `parentbased_${one}`])

const refuse = (name: string, words: string): never => {
  throw new StartError(`${name} ${words}.`)
}

const checkAddress = (name: string, text: string | undefined): void => {
  const url = text && URL.canParse(text) ? new URL(text) : null
  if (text && !/^https?:$/.test(url?.protocol ?? '')) refuse(name, 'must be a URL that starts with http:// or https://')
}

/** `name=value` pairs separated by commas, as the standard has them. */
const checkPairs = (name: string, text: string | undefined): void => {
  const isPair = (one: string) => /^\s*[^\s=,]+\s*=[^=,]*$/.test(one) && !/%(?![0-9A-Fa-f]{2})/.test(one)
  if (text && !text.split(',').every((one) => one.trim() === '' || isPair(one)))
    refuse(name, 'must be pairs of name=value, separated by commas')
}

const checkSampler = (name: string | undefined, share: string | undefined): void => {
  if (name && !samplers.includes(name)) refuse('OTEL_TRACES_SAMPLER', `must be one of ${samplers.join(', ')}`)
  const value = Number(share || 'none')
  const isShare = share !== undefined && value >= 0 && value <= 1
  if ((share || name?.endsWith('traceidratio')) && !isShare)
    refuse('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1')
}

/**
 * Whether traces are exported. The SDK reads these settings from the environment by itself, and goes on without those that are wrong: they
 * are told here.
 */
export const tracingOf = (env: Env): boolean => {
  const isGiven = Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim() || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?.trim())
  if (!isGiven || env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') return false
  checkAddress('OTEL_EXPORTER_OTLP_ENDPOINT', env.OTEL_EXPORTER_OTLP_ENDPOINT)
  checkAddress('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
  checkPairs('OTEL_RESOURCE_ATTRIBUTES', env.OTEL_RESOURCE_ATTRIBUTES)
  if (env.OTEL_EXPORTER_OTLP_HEADERS && !/^[^=,\s]+\s*=/.test(env.OTEL_EXPORTER_OTLP_HEADERS))
    refuse('OTEL_EXPORTER_OTLP_HEADERS', 'must be pairs of name=value, separated by commas')
  if ((env.OTEL_SERVICE_NAME ?? '').length > 255) refuse('OTEL_SERVICE_NAME', 'must have at most 255 characters')
  checkSampler(env.OTEL_TRACES_SAMPLER, env.OTEL_TRACES_SAMPLER_ARG)
  return true
}
