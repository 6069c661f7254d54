import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { EndpointShape } from '#contract/endpoint.ts'
import { type ErrorCode, REFUSALS } from '#contract/errors.ts'
import { RefusalReply } from '#contract/values.ts'
import { describeLifeCycle } from '#domain/order-life-cycle.ts'
import { apiPage } from './api-page.ts'
import type { Route } from './route.ts'
import { Snapshot } from './snapshot.ts'

/** The OpenAPI document and its readable page, from the endpoints that are really served. */
export function apiDocument(api: FastifyInstance, routes: readonly Route[]): void {
  const document = openApi(routes.map(({ endpoint }) => endpoint))
  const { json } = new Snapshot(document)
  const page = apiPage(routes.map(({ endpoint }) => endpoint))
  api.get('/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(json))
  api.get('/', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(page),
  )
}

export function openApi(endpoints: readonly EndpointShape[]) {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      ...(endpoint.base && { servers: [{ url: endpoint.base }] }),
      [endpoint.method.toLowerCase()]: operation(endpoint),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kimia',
      version: '1',
      description: `Amounts and prices are decimal text. Every refusal has a stable code. Calls are counted by user, and without a session by network; a 429 says in Retry-After how many seconds to wait.\n\n## The life of an order\n\n${describeLifeCycle()}`,
    },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'kimia_session' },
      },
    },
    paths,
  }
}

function operation(endpoint: EndpointShape): object {
  return {
    summary: endpoint.summary,
    ...(endpoint.access === 'public' ? {} : { security: [{ bearer: [] }, { cookie: [] }] }),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.money
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header',
              required: false,
              schema: { type: 'string' },
              description: 'Required unless the body has a clientOrderId; a repeat returns the first outcome.',
            },
          ]
        : []),
    ],
    ...(endpoint.body ? { requestBody: { required: true, content: bodyContent(endpoint, endpoint.body) } } : {}),
    responses: {
      200: {
        description: endpoint.format === 'event-stream' ? 'Events, each of which the schema describes' : 'Done',
        content: { [mediaTypeOf(endpoint)]: { schema: jsonSchema(endpoint.response, 'output') } },
      },
      ...refusals(endpoint),
    },
  }
}

const MEDIA_TYPES = { text: 'text/plain', 'event-stream': 'text/event-stream' } as const

const mediaTypeOf = ({ format }: EndpointShape) => (format ? MEDIA_TYPES[format] : 'application/json')

function bodyContent({ files }: EndpointShape, body: z.ZodMiniType): object {
  const schema = jsonSchema(body, 'input')
  if (!files) return { 'application/json': { schema } }
  const parts = Object.fromEntries(files.map((name) => [name, { type: 'string', format: 'binary' }]))
  const known = typeof schema.properties === 'object' ? schema.properties : {}
  return { 'multipart/form-data': { schema: { ...schema, properties: { ...known, ...parts } } } }
}

function parametersOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function refusals({ errors }: EndpointShape): Record<string, object> {
  const byStatus = Map.groupBy(errors, (code) => REFUSALS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map(sentence).join('\n\n'),
        content: { 'application/json': { schema: jsonSchema(RefusalReply, 'output') } },
      },
    ]),
  )
}

const sentence = (code: ErrorCode) => `${code}: $REFUSALS[code].en`

const jsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
