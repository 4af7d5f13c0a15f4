import { commonErrors, type Endpoint } from '#platform/shared/endpoint.ts'
import { escaped } from '#platform/shared/text.ts'
import { callsOf, type Json, pathOf, type Schemas, type Side, sides, titles } from './openapi.ts'

/** The contract as a readable page, without scripts so that it works under the strict policy. */
export const makeApiPage = (endpoints: readonly Endpoint[], openApi: Json, side: Side): string => {
  const groups = Map.groupBy(callsOf(side, endpoints), (endpoint) => endpoint.name.split('.')[0] ?? '')
  const { title } = openApi.info as { title: string }
  const others = sides
    .filter((one) => one !== side)
    .map((one) => `${titles[one]}: <a href="${pathOf[one]}/docs">${pathOf[one]}/docs</a>.`)
  const { schemas } = openApi.components as { schemas: Schemas }
  const paths = openApi.paths as Record<string, Record<string, Json>>
  const shown = (what: unknown) =>
    escaped(JSON.stringify(what, null, 1)).replace(
      /#\/components\/schemas\/(\w+)/g,
      (whole, name: string) => `<a href="#${name}">${whole}</a>`,
    )
  const call = (endpoint: Endpoint) => {
    const op = paths[endpoint.path.replace(/:([a-z_]+)/g, '{$1}')]?.[endpoint.method.toLowerCase()] ?? {}
    const errors = Object.entries({ ...endpoint.errors })
      .map(([code, status]) => `<code>${escaped(code)}</code> ${status}`)
      .join(', ')
    const whole = { parameters: op.parameters, body: op.requestBody, answer: (op.responses as Json)[200] }
    return `<section id="${escaped(endpoint.name)}"><h3><code>${endpoint.method} ${escaped(endpoint.path)}</code></h3>
<p>${escaped(endpoint.summary)} <small>${escaped(endpoint.name)} · ${escaped(endpoint.who)}${endpoint.feature ? ` · needs ${escaped(endpoint.feature)}` : ''}</small></p>
${errors ? `<p>Refusals of its own: ${errors}</p>` : ''}
<details><summary>Parameters, body and answer</summary><pre>${shown(whole)}</pre></details></section>`
  }
  const body = [...groups].map(([name, calls]) => `<h2>${escaped(name)}</h2>${calls.map(call).join('\n')}`).join('\n')
  const named = Object.entries(schemas)
    .map(([name, schema]) => `<h3 id="${name}">${name}</h3><pre>${shown(schema)}</pre>`)
    .join('\n')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
pre{overflow:auto;font-size:.8rem;padding:1rem;border:1px solid #8886;border-radius:8px}h3{margin-bottom:.2rem;overflow-wrap:anywhere}small{opacity:.75}
section{border-top:1px solid #8884;padding:.4rem 0}</style></head><body><main><h1>${escaped(title)}</h1>
<p>Made from the contract that the server runs. Machine-readable: <a href="${pathOf[side]}/openapi.json">${pathOf[side]}/openapi.json</a>.
${others.join(' ')} Live changes: <code>GET /api/live</code> (text/event-stream).
Every write carries the header <code>Idempotency-Key</code>; the same key and body answer the same for seven days. Any call may be refused with one of
${Object.entries(commonErrors)
  .map(([code, status]) => `<code>${code}</code> ${status}`)
  .join(', ')}.</p>${body}<h2>Schemas</h2>${named}</main></body></html>`
}
