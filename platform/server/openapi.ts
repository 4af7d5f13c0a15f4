import { z } from 'zod'
import { commonErrors, type Endpoint } from '#platform/shared/endpoint.ts'

type Json = Record<string, unknown>
const clean = (schema: Json): Json => {
  const { $schema: _, ...rest } = schema
  return rest
}
const errorSchema: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'request_id'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
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

/** OpenAPI 3.1 of the whole contract, from the same plain data that the server mounts. */
export const makeOpenApi = (endpoints: readonly Endpoint[], product: string, version: string): Json => {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:([a-z_]+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${product} API`,
      version,
      description:
        'Every write carries the header Idempotency-Key; the same key and body answer the same for seven days.',
    },
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'watchbill' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Error: errorSchema },
    },
    paths,
  }
}

const operation = (endpoint: Endpoint): Json => {
  const input = clean(
    z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' }) as Json,
  )
  const properties = (input.properties ?? {}) as Record<string, Json>
  const required = new Set((input.required as string[] | undefined) ?? [])
  const inPath = [...endpoint.path.matchAll(/:([a-z_]+)/g)].map((match) => String(match[1]))
  const rest = Object.keys(properties).filter((name) => !inPath.includes(name))
  const parameters: Json[] = inPath.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name] ?? { type: 'string' },
  }))
  if (endpoint.method === 'GET') {
    for (const name of rest)
      parameters.push({ name, in: 'query', required: required.has(name), schema: properties[name] })
  } else if (!endpoint.bookkeeping && !endpoint.file) {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: true,
      schema: { type: 'string', minLength: 8, maxLength: 100 },
    })
  }
  const body: Json = {
    type: 'object',
    properties: {
      ...Object.fromEntries(rest.map((name) => [name, properties[name]])),
      ...(endpoint.upload ? { file: { type: 'string', format: 'binary' } } : {}),
    },
    required: rest.filter((name) => required.has(name)),
  }
  const type = endpoint.upload ? 'multipart/form-data' : 'application/json'
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.name.split('.')[0]],
    'x-who': endpoint.who,
    ...(endpoint.feature ? { 'x-feature': endpoint.feature } : {}),
    security: endpoint.who === 'anyone' ? [] : [{ session: [] }, { bearer: [] }],
    parameters,
    ...(endpoint.method === 'GET' ? {} : { requestBody: { required: true, content: { [type]: { schema: body } } } }),
    responses: responses(endpoint),
  }
}

const responses = (endpoint: Endpoint): Json => {
  const output = clean(
    z.toJSONSchema(endpoint.output, { io: 'output', unrepresentable: 'any', target: 'draft-2020-12' }) as Json,
  )
  const byStatus = new Map<number, string[]>()
  for (const [code, status] of Object.entries({ ...commonErrors, ...endpoint.errors })) {
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const refusals = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => [
      String(status),
      {
        description: codes.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ])
  const answer = endpoint.file
    ? { description: 'The file, streamed.', content: { 'application/octet-stream': { schema: { type: 'string' } } } }
    : { description: 'Done.', content: { 'application/json': { schema: output } } }
  return {
    200: answer,
    ...Object.fromEntries(refusals),
  }
}

const escapeHtml = (text: unknown) =>
  String(text).replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c)

/** The contract as a page to read: no script, so that it stands under the strict policy. */
export const makeApiPage = (endpoints: readonly Endpoint[], product: string): string => {
  const groups = Map.groupBy(endpoints, (endpoint) => endpoint.name.split('.')[0] ?? '')
  const call = (endpoint: Endpoint) => {
    const op = operation(endpoint)
    const errors = Object.entries({ ...endpoint.errors })
      .map(([code, status]) => `<code>${escapeHtml(code)}</code> ${status}`)
      .join(', ')
    return `<section id="${escapeHtml(endpoint.name)}"><h3><code>${endpoint.method} ${escapeHtml(endpoint.path)}</code></h3>
<p>${escapeHtml(endpoint.summary)} <small>${escapeHtml(endpoint.name)} · ${escapeHtml(endpoint.who)}${endpoint.feature ? ` · needs ${escapeHtml(endpoint.feature)}` : ''}</small></p>
${errors ? `<p>Refusals of its own: ${errors}</p>` : ''}
<details><summary>Parameters, body and answer</summary><pre>${escapeHtml(JSON.stringify({ parameters: op.parameters, body: op.requestBody, answer: (op.responses as Json)[200] }, null, 2))}</pre></details></section>`
  }
  const body = [...groups]
    .map(([name, calls]) => `<h2>${escapeHtml(name)}</h2>${calls.map(call).join('\n')}`)
    .join('\n')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(product)} API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
pre{overflow:auto;font-size:.8rem;padding:1rem;border:1px solid #8886;border-radius:8px}h3{margin-bottom:.2rem;overflow-wrap:anywhere}small{opacity:.75}
section{border-top:1px solid #8884;padding:.4rem 0}</style></head><body><main><h1>${escapeHtml(product)} API</h1>
<p>Made from the contract that the server runs. Machine-readable: <a href="/api/openapi.json">/api/openapi.json</a>. Live changes: <code>GET /api/live</code> (text/event-stream).
Every write carries the header <code>Idempotency-Key</code>; the same key and body answer the same for seven days.</p>${body}</main></body></html>`
}
