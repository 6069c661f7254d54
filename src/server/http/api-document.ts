import { readFileSync } from 'node:fs'
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import * as z from 'zod/mini'
import type { EndpointShape } from '#contract/endpoint.ts'
import { REFUSALS } from '#contract/errors.ts'
import { RefusalReply } from '#contract/values.ts'
import { MATCHES_MAX } from '#domain/order.ts'
import { describeLifeCycle } from '#domain/order-life-cycle.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract of this route. */
    endpoint?: EndpointShape
  }
}

const DESCRIPTION = `Amounts and prices are decimal text. Every refusal has a stable code; each endpoint lists its own in order of precedence.
Calls are counted by user, and without a session by network; a 429 says in Retry-After how many seconds to wait.`

/** How a session proves. Blank lines part its paragraphs. */
const PROVING = `What changes how an account is protected, and what hands out lasting power, answers PROOF_REQUIRED with a purpose in its baseDTO, to \
programs as to our own pages. POST /api/users/send-code {"purpose": …} sends a code by the present second step (an authenticator shows its own), and \
POST /api/users/prove {"code": …, "purpose": …} takes it: then the call is repeated as it was. A proof stands for ten minutes, is for its purpose \
alone, and is used up by a change of the password, the second step or a contact.

For 24 hours after a login from a new device all but the change of a password answer DEVICE_TOO_NEW, unless an authenticator, recovery code or \
passkey of before that login has proven. A program that keeps no cookies is new at each login.`

/** How programs act for a user. Blank lines part its paragraphs. */
const SIGNING = `A program acts for a user by a key, which the user creates in the settings with its rights, addresses and expiry. \
Each call carries four headers: Kimia-Key, the key; Kimia-Time, the present time as 2026-11-22T06:30:00.000Z; Kimia-Nonce, 16 to 64 \
letters, digits, - or _ that the key has not used in the last minute; Kimia-Signature, in hexadecimal.

The signature is HMAC-SHA-256 by the secret, as it was shown, over five lines joined by one line feed each: the time, the nonce, the method, \
the path from /api on with its query letter by letter, and the SHA-256 of the body in hexadecimal (of nothing where there is no body).

A call is taken within 30 seconds of its time, and once. A clock may be ahead by one second; the header Date of every answer tells ours. \
API_KEY_REFUSED does not say what was wrong. A server that has just started answers UNAVAILABLE for a second: sign again and repeat. \
Each endpoint below names the right that a key needs; where it names none, keys are not let in.`

/** What a program cannot guess from the shapes of orders. Blank lines part its paragraphs. */
const TURNS = `In one turn an order meets at most ${MATCHES_MAX} orders of the book, so that nobody's order waits for it for long. \
One that would meet more is answered behind its first turn: it is IS_OPEN, a market order too, with what it has traded so far. It goes on by itself \
in turns with the orders of others, each at the prices of that moment and none beyond its first bound. GET /api/orders/details/{id} and the stream tell \
of its progress and its end, and until then it can be cancelled.

An order that is filled whole or not at all (FOK) has one turn: where it would have to meet more orders, it is refused with FILL_OR_KILL_NOT_FILLABLE. \
Send it in parts.`

const EXAMPLE = readFileSync(new URL('./example-program.mjs', import.meta.url), 'utf8')

/** Collects the routes that are added from now on into one OpenAPI document, from their contracts. */
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

/** The document at `/api/openapi.json`, and the same as a page for people. */
export function serveApiDocument(api: FastifyInstance, endpoints: readonly EndpointShape[]): void {
  const page = apiPage(endpoints)
  api.get('/openapi.json', (_request, reply) => reply.send(api.swagger()))
  api.get('/', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(page),
  )
}

const MEDIA_TYPES = {
  json: 'application/json',
  text: 'text/plain',
  'event-stream': 'text/event-stream',
  jpeg: 'image/jpeg',
  file: 'application/octet-stream',
  csv: 'text/csv',
} as const

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
 * An endpoint as JSON schemas. Only the document uses them: on the routes, where fastify-type-provider-zod wants them, Fastify would check
 * requests a second time beside `callReader`.
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

/** Parameters have names: a query that may hold anything has none to tell. */
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

function apiPage(endpoints: readonly EndpointShape[]): string {
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
p,ul{margin:.25rem 0}a{color:#e0b64c}code{color:#b9c4d6}pre{overflow-x:auto;font-size:.8rem}</style>
<h1>Kimia API</h1><p>The machine-readable document is <a href="/api/openapi.json">openapi.json</a>.
${DESCRIPTION}</p><h2>Proofs</h2>
${paragraphsOf(PROVING)}<h2>Keys for programs</h2>
${paragraphsOf(SIGNING)}
<pre><code>${html(EXAMPLE)}</code></pre><h2>Orders that meet many others</h2>
${paragraphsOf(TURNS)}${sections.join('\n')}</html>`
}

const paragraphsOf = (text: string) =>
  text
    .split('\n\n')
    .map((paragraph) => `<p>${html(paragraph)}</p>`)
    .join('\n')

function facts({
  access,
  proof,
  keys,
  money,
  ownBudget,
  offline,
  query,
  body,
  files,
  format,
}: EndpointShape): string[] {
  return [
    {
      public: 'anybody',
      user: 'signed in',
      authorized: 'identity verified',
      fresh: 'signed in, with a second step of the last ten minutes',
      proven: `signed in, with a proof of the last ten minutes for ${proof}`,
      operator: 'operators alone',
    }[access],
    ...(keys ? [`a key with the right to ${keys}`] : []),
    ...(money ? ['takes an Idempotency-Key, which programs are to send'] : []),
    ...(ownBudget ? ['counted apart from all other calls'] : []),
    ...(query ? ['query parameters'] : []),
    ...(body ? [files ? 'multipart body' : 'JSON body'] : []),
    ...(format ? [`answers ${MEDIA_TYPES[format]}`] : []),
    ...(offline === 'keep' ? ['last answer may be kept offline'] : []),
  ]
}

const refusal = (code: EndpointShape['errors'][number]) =>
  `<li><code>${code}</code> ${REFUSALS[code].status} — ${html(REFUSALS[code].en)}</li>`

const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
