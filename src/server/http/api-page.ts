import { readFileSync } from 'node:fs'
import type { EndpointShape } from '#contract/endpoint.ts'
import { REFUSALS } from '#contract/errors.ts'
import type { Language } from '#domain/market-state.ts'
import { API_WORDS } from './api-words.ts'

export const MEDIA_TYPES = {
  json: 'application/json',
  text: 'text/plain',
  'event-stream': 'text/event-stream',
  jpeg: 'image/jpeg',
  file: 'application/octet-stream',
  csv: 'text/csv',
} as const

const EXAMPLE = readFileSync(new URL('./example-program.mjs', import.meta.url), 'utf8')

/** The guide of the API for people. Names and code stay left to right, and everything fits the width of a phone. */
export function apiPage(endpoints: readonly EndpointShape[], language: Language): string {
  const words = API_WORDS[language]
  const sections = endpoints.map(
    (
      endpoint,
    ) => `<section><h2 dir="ltr"><b>${endpoint.method}</b> ${endpoint.base ?? '/api'}${html(endpoint.path)}</h2>
<p dir="ltr" lang="en">${html(endpoint.summary)}</p>
<p><small>${facts(endpoint, language).map(html).join(' · ')}</small></p>
${endpoint.errors.length > 0 ? `<ul>${endpoint.errors.map((code) => refusal(code, language)).join('')}</ul>` : ''}</section>`,
  )
  return `<!doctype html><html lang="${language}" dir="${language === 'fa' ? 'rtl' : 'ltr'}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${words.title}</title><style>
body{font:16px/1.6 system-ui;margin:0 auto;max-width:52rem;padding:1.5rem;background:#0a0d14;color:#eceff4;overflow-wrap:anywhere}
h2{font-size:1.05rem;margin:0}h2[dir]{text-align:start}b{color:#e0b64c}section{padding:1rem 0;border-top:1px solid #262d3b}
p,ul{margin:.25rem 0}ul{padding-inline-start:1.25rem}a{color:#e0b64c}code{color:#b9c4d6;unicode-bidi:isolate}pre{overflow-x:auto;font-size:.8rem}</style>
<h1>${words.title}</h1><p>${words.document} <a href="/api/openapi.json" dir="ltr">openapi.json</a>.
${html(words.description)} ${words.summaries}</p><h2>${words.provingTitle}</h2>
${paragraphsOf(words.proving)}<h2>${words.signingTitle}</h2>
${paragraphsOf(words.signing)}
<pre dir="ltr"><code>${html(EXAMPLE)}</code></pre><h2>${words.turnsTitle}</h2>
${paragraphsOf(words.turns)}${sections.join('\n')}</html>`
}

const paragraphsOf = (text: string) =>
  text
    .split('\n\n')
    .map((paragraph) => `<p>${html(paragraph)}</p>`)
    .join('\n')

function facts(endpoint: EndpointShape, language: Language): string[] {
  const words = API_WORDS[language]
  const { access, proof, keys, money, ownBudget, offline, query, body, files, format } = endpoint
  return [
    access === 'proven' ? `${words.access.proven} ${proof}` : words.access[access],
    ...(keys ? [`${words.key} ${keys}`] : []),
    ...(money ? [words.money] : []),
    ...(ownBudget ? [words.ownBudget] : []),
    ...(query ? [words.query] : []),
    ...(body ? [files ? words.multipart : words.json] : []),
    ...(format ? [`${words.answers} ${MEDIA_TYPES[format]}`] : []),
    ...(offline === 'keep' ? [words.keep] : []),
  ]
}

const refusal = (code: EndpointShape['errors'][number], language: Language) =>
  `<li><code>${code}</code> ${REFUSALS[code].status} — ${html(REFUSALS[code][language])}</li>`

const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
