import { commonErrors } from '#platform/shared/endpoint.ts'

type Json = Record<string, unknown>

export const errorSchema: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'request_id'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string', description: 'A sentence for the person.' },
        fields: {
          type: 'array',
          items: {
            type: 'object',
            required: ['field', 'message'],
            properties: { field: { type: 'string' }, message: { type: 'string' } },
          },
        },
        details: { type: 'object' },
        request_id: { type: 'string', format: 'uuid' },
      },
    },
  },
}

export const headers: Json = {
  request: {
    description: 'The id of the request, as in a refusal and in the log.',
    schema: { type: 'string', format: 'uuid' },
  },
  replay: {
    description: '`true` where the answer was given before to the same key.',
    schema: { type: 'string', enum: ['true'] },
  },
  retry: { description: 'Seconds after which to try again.', schema: { type: 'integer' } },
}

const retried = new Set<number>([429, 503])
const errorContent = {
  'application/json': {
    schema: { $ref: '#/components/schemas/Error' },
    examples: { one: { $ref: '#/components/examples/refusal' } },
  },
}
export const examples: Json = {
  refusal: {
    value: {
      error: {
        code: 'not_found',
        message: 'It is not there, or not yours to see.',
        request_id: '0190a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b',
      },
    },
  },
}
const sentWith = (status: number | null): Json => ({
  'X-Request-Id': { $ref: '#/components/headers/request' },
  ...(status === null || retried.has(status) ? { 'Retry-After': { $ref: '#/components/headers/retry' } } : {}),
})

const byStatus = Map.groupBy(Object.entries<number>(commonErrors), ([, status]) => status)
export const commonResponses: Json = {
  default: {
    description: `A refusal: ${Object.keys(commonErrors).join(', ')}.`,
    headers: sentWith(null),
    content: errorContent,
  },
  ...Object.fromEntries(
    [...new Set([...byStatus.keys(), 422])].map((status) => [
      String(status),
      {
        description:
          byStatus
            .get(status)
            ?.map(([code]) => code)
            .join(', ') ?? 'A refusal.',
        headers: sentWith(status),
        content: errorContent,
      },
    ]),
  ),
}
/** A refusal with these codes of the call's own, or any. */
export const refusal = (status: number | 'default', codes: readonly string[] = []): Json => ({
  $ref: `#/components/responses/${status}`,
  ...(codes.length > 0 ? { description: codes.join(', ') } : {}),
})

const check = (operationId: string, summary: string, answer: Json, statuses: readonly number[]): Json => ({
  get: {
    operationId,
    summary,
    security: [],
    responses: Object.fromEntries(
      statuses.map((status) => [
        status,
        {
          description: status === 200 ? 'Yes.' : 'No.',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: Object.fromEntries(
                  Object.entries(answer).map(([name, value]) => [
                    name,
                    { type: typeof value === 'number' ? 'integer' : 'boolean' },
                  ]),
                ),
                required: Object.keys(answer),
              },
              example: answer,
            },
          },
        },
      ]),
    ),
  },
})

/** Calls outside the contract. */
export const ownPaths: Json = {
  '/api/live': {
    get: {
      operationId: 'live.open',
      summary:
        'What changes, as it changes: a stream of events that name a topic (`t`) and an id. Each read names the topics that make it stale. `w`: spread what you read over so many milliseconds. `d`: the changed figures.',
      responses: {
        200: {
          description: 'The stream; it stays open.',
          headers: { 'X-Request-Id': { $ref: '#/components/headers/request' } },
          content: { 'text/event-stream': { schema: { type: 'string' }, example: ': ready\n\n' } },
        },
        401: refusal(401),
        429: refusal(429),
      },
    },
  },
  '/healthz': check('health.alive', 'The process lives.', { alive: true }, [200]),
  '/readyz': check(
    'health.ready',
    'The database answers and has the migrations of this version, or of a newer one beside which it may go on; no while the server drains.',
    { database: true, migrations: true, newest: true, draining: false, audit_unsealed: 0 },
    [200, 503],
  ),
}
