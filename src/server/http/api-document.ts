import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import * as z from 'zod/mini'
import type { EndpointShape } from '#contract/endpoint.ts'
import { REFUSALS } from '#contract/errors.ts'
import { RefusalReply } from '#contract/values.ts'
import { describeLifeCycle } from '#domain/order.ts'
import { apiPage, MEDIA_TYPES } from './api-page.ts'
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
