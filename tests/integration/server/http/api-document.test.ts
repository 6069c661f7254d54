import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EndpointShape } from '#contract/endpoint.ts'
import { endpoints as api } from '#contract/endpoints.ts'
import { REFUSALS } from '#contract/errors.ts'
import * as udf from '#contract/udf.ts'
import { describeLifeCycle } from '#domain/order.ts'
import { startHttpServer } from '#tests/builders/http-server.ts'

const feed = Object.values(udf).filter((value) => 'access' in value)
const endpoints: readonly EndpointShape[] = [...api, ...feed]
let server: Awaited<ReturnType<typeof startHttpServer>>
let document: Document
let page: string

interface Operation {
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: object }> }
  readonly responses: Record<string, { description: string; content: Record<string, { schema: object }> }>
  readonly security?: readonly object[]
}

interface Document {
  readonly openapi: string
  readonly info: { readonly description: string }
  readonly paths: Record<string, Record<string, Operation>>
}

beforeAll(async () => {
  server = await startHttpServer(endpoints.map((endpoint) => ({ endpoint, handle: () => expect.fail('never called') })))
  document = await (await fetch(`${server.url}/api/openapi.json`)).json()
  page = await (await fetch(`${server.url}/api/`)).text()
})
afterAll(() => server.close())

const operationOf = ({ method, path, base }: EndpointShape) =>
  document.paths[(base ?? '/api') + path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]

test('has every endpoint and nothing else', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(Object.values(document.paths).flatMap(Object.keys)).toHaveLength(endpoints.length)
  for (const endpoint of endpoints) expect(operationOf(endpoint)?.summary, endpoint.path).toBe(endpoint.summary)
})

test('documents the life of an order', () => {
  expect(document.info.description).toContain(describeLifeCycle())
})

test.each([
  'at most 1000 orders of the book',
  'it is IS_OPEN, a market order too',
  'it is refused with FILL_OR_KILL_NOT_FILLABLE',
  'the other ends as FINISHED_WITHOUT_TRANSACTION',
])('says what the shapes of orders do not: %s', (said) => {
  expect(document.info.description).toContain(said)
  expect(page).toContain(said)
})

const refusing = endpoints.filter(({ errors }) => errors.length > 0)

test.each(refusing)('$method $path lists its refusals in order of precedence, with their sentences', (endpoint) => {
  const operation = operationOf(endpoint)
  expect(operation?.description).toContain(`: ${endpoint.errors.join(', ')}.`)
  for (const code of endpoint.errors) {
    const { status, en } = REFUSALS[code]
    expect(operation?.responses[status]?.description).toContain(`${code}: ${en}`)
    expect(page).toContain(`<code>${code}</code> ${status}`)
  }
})

test.each(endpoints)('$method $path has the schemas of its request and its answer, and its access', (endpoint) => {
  const { params, query, body, files, money, access } = endpoint
  const operation = operationOf(endpoint)
  const namesIn = (place: string) =>
    (operation?.parameters ?? []).filter((parameter) => parameter.in === place).map(({ name }) => name)
  expect(namesIn('path')).toEqual(Object.keys(shapeOf(params)))
  expect(namesIn('query')).toEqual(Object.keys(shapeOf(query)))
  expect(namesIn('header')).toEqual(money ? ['Idempotency-Key'] : [])
  expect(operation?.security !== undefined).toBe(access !== 'public')
  const content = operation?.requestBody?.content
  expect(Object.keys(content ?? {})).toEqual(body ? [files ? 'multipart/form-data' : 'application/json'] : [])
  const schema = Object.values(content ?? {})[0]?.schema
  if (body) expect(schema).toMatchObject({ properties: expect.toSatisfy(hasKeys(Object.keys(shapeOf(body)))) })
  if (files) expect(schema).toMatchObject({ properties: expect.toSatisfy(hasKeys(files)) })
  expect(Object.values(operation?.responses[200]?.content ?? {})[0]?.schema).toBeDefined()
})

const shapeOf = (schema: EndpointShape['query']): object =>
  schema && 'shape' in schema && schema.shape instanceof Object ? schema.shape : {}

const hasKeys = (keys: readonly string[]) => (value: object) => keys.every((key) => key in value)

test('says how programs sign, with a program that does, and which right each endpoint needs', () => {
  for (const text of ['Kimia-Key', 'Kimia-Time', 'Kimia-Nonce', 'Kimia-Signature', 'HMAC-SHA-256']) {
    expect(page).toContain(text)
    expect(document.info.description).toContain(text)
  }
  expect(page).toContain("createHmac('sha256', KIMIA_SECRET)")
  expect(page.match(/a key with the right to trade/g)).toHaveLength(
    endpoints.filter(({ keys }) => keys === 'trade').length,
  )
  for (const endpoint of endpoints)
    expect(JSON.stringify(operationOf(endpoint)?.security ?? []).includes('"key"'), endpoint.path).toBe(
      endpoint.keys !== undefined,
    )
})

test('no key is let in to an account, its settings, or what operators do', () => {
  const letIn = endpoints.filter(({ keys }) => keys).map(({ method, path }) => `${method} ${path}`)
  expect(letIn.toSorted()).toEqual([
    'DELETE /orders',
    'DELETE /orders/:id',
    'GET /orders',
    'GET /orders/details/:id',
    'GET /orders/details/:id/trades',
    'GET /orders/export',
    'GET /outcomes/:key',
    'GET /trades',
    'GET /trades/export',
    'GET /wallets/customer-addresses',
    'GET /wallets/customer-wallet-amount',
    'GET /wallets/deposit',
    'GET /wallets/deposit/export',
    'GET /wallets/order-profit',
    'GET /wallets/positions',
    'GET /wallets/withdrawal-requests',
    'GET /wallets/withdrawal-requests/export',
    'GET /wallets/worth-history',
    'POST /exchange/buy',
    'POST /exchange/quote',
    'POST /exchange/sell',
    'POST /orders/batch',
    'POST /orders/buy',
    'POST /orders/oco',
    'POST /orders/sell',
    'PUT /orders/:id',
  ])
})

test('the page is there in Persian, too, with the refusals and the words around them', async () => {
  const persian = await (await fetch(`${server.url}/api/?lang=fa`)).text()
  expect(persian).toContain('<html lang="fa" dir="rtl">')
  expect(persian).toContain('<h2>کلید برنامه‌ها</h2>')
  expect(persian).toContain(REFUSALS.NOT_ENOUGH_BALANCE.fa)
  expect(persian).not.toContain('a key with the right to')
})
