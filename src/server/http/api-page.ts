import type { EndpointShape } from '#contract/endpoint.ts'
import { REFUSALS } from '#contract/errors.ts'

/** The API as a page for people: every endpoint with who may call it and what it refuses. */
export function apiPage(endpoints: readonly EndpointShape[]): string {
  const sections = endpoints.map(
    (endpoint) => `<section><h2><b>${endpoint.method}</b> ${endpoint.base ?? '/api'}${html(endpoint.path)}</h2>
<p>${html(endpoint.summary)}</p>
<p><small>${facts(endpoint).map(html).join(' · ')}</small></p>
${endpoint.errors.length > 0 ? `<ul>${endpoint.errors.map(refusal).join('')}</ul>` : ''}</section>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Kimia API</title><style>
body{font:16px/1.6 system-ui;margin:0 auto;max-width:52rem;padding:1.5rem;background:#0a0d14;color:#eceff4}
h2{font-size:1.05rem;margin:0;overflow-wrap:anywhere}b{color:#e0b64c}section{padding:1rem 0;border-top:1px solid #262d3b}
p,ul{margin:.25rem 0}a{color:#e0b64c}code{color:#b9c4d6}</style>
<h1>Kimia API</h1><p>The machine-readable document is <a href="/api/openapi.json">openapi.json</a>.
Amounts and prices are decimal text; every refusal carries a stable code. Calls are counted
by user, and without a session by network; a "too many" (429) says in <code>Retry-After</code> how many seconds to wait.</p>${sections.join('\n')}</html>`
}

function facts({ access, money, ownBudget, offline, query, body, files, format }: EndpointShape): string[] {
  const who = { public: 'anybody', user: 'signed in', authorized: 'identity verified' }[access]
  return [
    who,
    ...(money ? ['needs an Idempotency-Key'] : []),
    ...(ownBudget ? ['counted apart from all other calls'] : []),
    ...(query ? ['query parameters'] : []),
    ...(body ? [files ? 'multipart body' : 'JSON body'] : []),
    ...(format === 'event-stream' ? ['answers text/event-stream'] : []),
    ...(offline === 'keep' ? ['last answer may be kept offline'] : []),
  ]
}

const refusal = (code: EndpointShape['errors'][number]) =>
  `<li><code>${code}</code> ${REFUSALS[code].status} — ${html(REFUSALS[code].en)}</li>`

const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
