import { readFileSync } from 'node:fs'
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import * as z from 'zod/mini'
import type { EndpointShape } from '#contract/endpoint.ts'
import { REFUSALS } from '#contract/errors.ts'
import { RefusalReply } from '#contract/values.ts'
import type { Language } from '#domain/market-state.ts'
import { describeLifeCycle } from '#domain/order.ts'
import { API_WORDS } from './api-words.ts'

const { description: DESCRIPTION, proving: PROVING, signing: SIGNING, turns: TURNS } = API_WORDS.en

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract of this route. */
    endpoint?: EndpointShape
  }
}

/** Collects the routes registered from now on into one OpenAPI document, from their contracts. */
export async function collectApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Kimia',
        version: '1',
        description: `${DESCRIPTION}\n\n## Proofs\n\n${PROVING}\n\n## Keys for programs\n\n${SIGNING}\n\n## Orders that meet many others\n\n${TURNS}\n\n## The life of an order\n\n${describeLifeCycle()}`,
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          key: { type: 'apiKey', in: 'header', name: 'Kimia-Key', description: SIGNING },
          cookie: { type: 'apiKey', in: 'cookie', name: 'kimia_session' },
        },
      },
    },
    convertConstToEnum: false,
    transform: ({ url, route: { config } }) => ({
      url,
      schema: config?.endpoint ? describe(config.endpoint) : { hide: true },
    }),
  })
}

/** Serves the document at `/api/openapi.json`, and as a page for people, which `?lang=fa` translates into Persian. */
export function serveApiDocument(api: FastifyInstance, endpoints: readonly EndpointShape[]): void {
  const pages = { fa: apiPage(endpoints, 'fa'), en: apiPage(endpoints, 'en') }
  api.get('/openapi.json', (_request, reply) => reply.send(api.swagger()))
  api.get<{ Querystring: { lang?: unknown } }>('/', ({ query }, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(pages[query.lang === 'fa' ? 'fa' : 'en']),
  )
}

const IDEMPOTENCY_KEY = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      description:
        'Send one of your own, 8 to 64 letters, digits and . _ : -, unless the body has a clientOrderId: a repeat under it returns the first outcome, and GET /outcomes/{key} tells what became of a lost answer. Without it the call gets a key that is answered in this header, and a repeat is another call.',
    },
  },
}

/**
 * An endpoint as JSON schemas, for the document alone. Were they attached to the routes, as fastify-type-provider-zod expects, Fastify
 * would check requests a second time after `callReader`.
 */
function describe(endpoint: EndpointShape): FastifySchema {
  const { summary, access, keys, params, query, body, files, money, format = 'json', response, errors } = endpoint
  return {
    summary,
    ...(errors.length > 0 && { description: `Refusals in order of precedence: ${errors.join(', ')}.` }),
    ...(access !== 'public' && { security: [{ bearer: [] }, { cookie: [] }, ...(keys ? [{ key: [keys] }] : [])] }),
    ...(params && { params: named(params) }),
    ...(query && { querystring: named(query) }),
    ...(money && { headers: IDEMPOTENCY_KEY }),
    ...(body && { body: withFiles(jsonSchema(body, 'input'), files) }),
    ...(files && { consumes: ['multipart/form-data'] }),
    response: {
      200: {
        description: format === 'event-stream' ? 'Events, each of which the schema describes' : 'Done',
        content: { [MEDIA_TYPES[format]]: { schema: jsonSchema(response, 'output') } },
      },
      ...refusals(endpoint),
    },
  }
}

/** Lists the parameters by name; a query that accepts anything has none to list. */
function named(schema: z.ZodMiniType): object {
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  return { type: 'object', properties, required }
}

const withFiles = (schema: z.core.JSONSchema.BaseSchema, files: readonly string[] = []) => ({
  ...schema,
  properties: { ...schema.properties, ...Object.fromEntries(files.map((name) => [name, FILE])) },
})

const FILE = { type: 'string', format: 'binary' }

/** The refusals of an endpoint by their statuses. */
function refusals({ errors }: EndpointShape): Record<string, object> {
  const content = { 'application/json': { schema: jsonSchema(RefusalReply, 'output') } }
  const byStatus = Map.groupBy(errors, (code) => REFUSALS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      { description: codes.map((code) => `${code}: ${REFUSALS[code].en}`).join('\n\n'), content },
    ]),
  )
}

const jsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })

const MEDIA_TYPES = {
  json: 'application/json',
  text: 'text/plain',
  'event-stream': 'text/event-stream',
  jpeg: 'image/jpeg',
  file: 'application/octet-stream',
  csv: 'text/csv',
} as const

const EXAMPLE = readFileSync(new URL('./example-program.mjs', import.meta.url), 'utf8')

/** The guide of the API for people. Names and code stay left to right, and everything fits the width of a phone. */
function apiPage(endpoints: readonly EndpointShape[], language: Language): string {
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
