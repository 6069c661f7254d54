import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { openWholeServer, type WholeServer } from '#tests/builders/whole-server.ts'
import { openSession } from './callers.ts'
import { type SpecifiedRequest, send } from './calls.ts'
import { type Owned, ownerOfAll } from './owned-things.ts'
import { LINES } from './who-may-call-lines.ts'

type Request = Omit<SpecifiedRequest, 'token'>

/** A call that names a thing of a customer. */
interface Naming {
  /** The call as `who-may-call-lines.ts` writes it. */
  readonly line: string
  readonly thing: Exclude<keyof Owned, 'userId' | 'token'>
  /** A name of the same form that names nothing. */
  readonly nothing: string
  readonly call: (name: string) => Request
  /** The answer to a call for another customer's thing, the same as for none. */
  readonly answers: string
}

const NO_ID = '999999999'
const by = (method: Request['method'], path: string) => (name: string) => ({ method, path: `${path}/${name}` })
const post = (path: string, body: (name: string) => Readonly<Record<string, unknown>>) => (name: string) =>
  ({ method: 'POST', path, body: body(name) }) as const
const form = (fields: Readonly<Record<string, string>>) => {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.append(name, value)
  return made
}

const NAMINGS: readonly Naming[] = [
  {
    line: 'GET /outcomes/:key',
    thing: 'orderKey',
    nothing: 'key-of-nobody',
    call: by('GET', '/outcomes'),
    answers: 'NONE',
  },
  {
    line: 'POST /tickets',
    thing: 'order',
    nothing: NO_ID,
    call: (aboutId) => ({
      method: 'POST',
      path: '/tickets',
      form: form({ subject: 'Order', type: 'GENERAL', text: 'Why?', aboutKind: 'ORDER', aboutId }),
    }),
    answers: 'TICKET_ABOUT_NOT_FOUND',
  },
  {
    line: 'POST /orders/batch',
    thing: 'orderOfBatch',
    nothing: NO_ID,
    call: post('/orders/batch', (id) => ({
      orders: [{ action: 'CANCEL', id, clientOrderId: `cancel-${id}-${Date.now()}` }],
    })),
    answers: 'ORDER_NOT_FOUND',
  },
  {
    line: 'GET /orders/details/:id',
    thing: 'order',
    nothing: NO_ID,
    call: by('GET', '/orders/details'),
    answers: 'ORDER_NOT_FOUND',
  },
  {
    line: 'GET /orders/details/:id/trades',
    thing: 'order',
    nothing: NO_ID,
    call: (id) => ({ method: 'GET', path: `/orders/details/${id}/trades` }),
    answers: 'ORDER_NOT_FOUND',
  },
  {
    line: 'PUT /orders/:id',
    thing: 'order',
    nothing: NO_ID,
    call: (id) => ({ method: 'PUT', path: `/orders/${id}`, body: { amount: '1' } }),
    answers: 'ORDER_NOT_FOUND',
  },
  {
    line: 'DELETE /orders/:id',
    thing: 'order',
    nothing: NO_ID,
    call: by('DELETE', '/orders'),
    answers: 'ORDER_NOT_FOUND',
  },
  {
    line: 'GET /tickets/message/:id',
    thing: 'ticket',
    nothing: NO_ID,
    call: by('GET', '/tickets/message'),
    answers: 'TICKET_NOT_FOUND',
  },
  {
    line: 'POST /tickets/message/:id',
    thing: 'ticket',
    nothing: NO_ID,
    call: (id) => ({ method: 'POST', path: `/tickets/message/${id}`, form: form({ text: 'And mine?' }) }),
    answers: 'TICKET_NOT_FOUND',
  },
  {
    line: 'GET /files/download',
    thing: 'file',
    nothing: '00000000-0000-4000-8000-000000000000.pdf',
    call: (fileName) => ({ method: 'GET', path: '/files/download', query: { fileName } }),
    answers: 'FILE_NOT_FOUND',
  },
  {
    line: 'POST /notifications/read',
    thing: 'notification',
    nothing: NO_ID,
    call: post('/notifications/read', (id) => ({ ids: [id] })),
    answers: '"unread":0',
  },
  {
    line: 'DELETE /users/bank-accounts/:id',
    thing: 'bankAccount',
    nothing: NO_ID,
    call: by('DELETE', '/users/bank-accounts'),
    answers: 'NOT_FOUND',
  },
  {
    line: 'DELETE /users/sessions/:id',
    thing: 'session',
    nothing: NO_ID,
    call: by('DELETE', '/users/sessions'),
    answers: 'SESSION_NOT_FOUND',
  },
  {
    line: 'DELETE /users/api-keys/:id',
    thing: 'apiKey',
    nothing: NO_ID,
    call: by('DELETE', '/users/api-keys'),
    answers: 'API_KEY_NOT_FOUND',
  },
  {
    line: 'PUT /users/passkeys/:id',
    thing: 'passkey',
    nothing: NO_ID,
    call: (id) => ({ method: 'PUT', path: `/users/passkeys/${id}`, body: { name: 'Mine' } }),
    answers: 'NOT_FOUND',
  },
  {
    line: 'DELETE /users/passkeys/:id',
    thing: 'passkeyToRemove',
    nothing: NO_ID,
    call: by('DELETE', '/users/passkeys'),
    answers: 'NOT_FOUND',
  },
  {
    line: 'DELETE /users/sign-on/identities/:id',
    thing: 'signOn',
    nothing: NO_ID,
    call: by('DELETE', '/users/sign-on/identities'),
    answers: 'NOT_FOUND',
  },
  {
    line: 'DELETE /price-alerts/:id',
    thing: 'priceAlert',
    nothing: NO_ID,
    call: by('DELETE', '/price-alerts'),
    answers: 'PRICE_ALERT_NOT_FOUND',
  },
  {
    line: 'PUT /recurring-buys/:id',
    thing: 'recurringBuy',
    nothing: NO_ID,
    call: (id) => ({
      method: 'PUT',
      path: `/recurring-buys/${id}`,
      body: { total: '50000000', rhythm: { kind: 'DAILY', minute: 600 }, paused: true },
    }),
    answers: 'RECURRING_BUY_NOT_FOUND',
  },
  {
    line: 'GET /recurring-buys/:id/runs',
    thing: 'recurringBuy',
    nothing: NO_ID,
    call: (id) => ({ method: 'GET', path: `/recurring-buys/${id}/runs` }),
    answers: 'RECURRING_BUY_NOT_FOUND',
  },
  {
    line: 'DELETE /recurring-buys/:id',
    thing: 'recurringBuyToRemove',
    nothing: NO_ID,
    call: by('DELETE', '/recurring-buys'),
    answers: 'RECURRING_BUY_NOT_FOUND',
  },
  {
    line: 'POST /wallets/deposit-toman/settle',
    thing: 'deposit',
    nothing: 'A00000000000000000000000000000000000',
    call: post('/wallets/deposit-toman/settle', (authority) => ({ authority })),
    answers: 'DEPOSIT_NOT_FOUND',
  },
  {
    line: 'POST /wallets/deposit-toman',
    thing: 'card',
    nothing: iranianIdentity().cardNumber,
    call: post('/wallets/deposit-toman', (cardNumber) => ({
      amount: '500000',
      paymentGateway: 'ZARINPAL',
      cardNumber,
    })),
    answers: 'CARD_NOT_VERIFIED',
  },
  {
    line: 'DELETE /wallets/withdrawal-requests/:id',
    thing: 'withdrawal',
    nothing: NO_ID,
    call: by('DELETE', '/wallets/withdrawal-requests'),
    answers: 'WITHDRAWAL_NOT_FOUND',
  },
  {
    line: 'POST /wallets/withdrawal-code',
    thing: 'sheba',
    nothing: iranianIdentity().sheba,
    call: post('/wallets/withdrawal-code', (destinationWalletAddress) => ({
      amount: '500000',
      relatedCoin: 'TOMAN',
      destinationWalletAddress,
    })),
    answers: 'ADDRESS_NOT_FOUND',
  },
]

/** The path names one of the caller's own three photos, or a public market: it cannot name another customer's. */
const OWN_ALONE = ['GET /users/documents/:name', 'PUT /favourite-markets/:market', 'DELETE /favourite-markets/:market']

/** The tables that a call without effect may change: the book's holder, the caller's call counts, and the outcome of the caller's key. */
const MAY_CHANGE = ['leader', 'rate_counters', 'refusal_counts', 'outcomes']

describe("another's things", () => {
  let server: WholeServer
  let owned: Owned
  let strange: string
  beforeAll(async () => {
    server = await openWholeServer()
    owned = await ownerOfAll(server)
    const { userId } = await verifiedUser(server.database)
    await server.database.query(`update users set password_hash = 'none' where id = $1`, [userId])
    strange = await openSession(server.database, userId, { provenFor: 'ACCESS' })
    // The session is used once before, so that its first use does not count as a change.
    await send(server.url, { method: 'GET', path: '/users/session', token: strange })
  })
  afterAll(() => server?.close())

  /** A fingerprint of all rows of each table. */
  async function everyTable(): Promise<Record<string, string>> {
    await server.exchange.settled()
    const names = await server.database.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all($1)`,
      [MAY_CHANGE],
    )
    const each = names.map(
      ({ name }) =>
        `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${name} t`,
    )
    const sums = await server.database.query<{ name: string; sum: string }>(each.join(' union all '))
    return Object.fromEntries(sums.map(({ name, sum }) => [name, sum]))
  }

  test('every call that names a thing of a customer is asked for the thing of another', () => {
    const naming = LINES.filter(({ path, lets }) => path.includes(':') && /^(user|verified|fresh|proven)/.test(lets))
    const asked = [...NAMINGS.map(({ line }) => line), ...OWN_ALONE]
    expect(naming.map(({ method, path }) => `${method} ${path}`).filter((line) => !asked.includes(line))).toEqual([])
  })

  test.each(NAMINGS.map((naming) => [naming.line, naming] as const))(
    '%s: of another as of none, and nothing has changed',
    async (_line, { thing, nothing, call, answers }) => {
      const before = await everyTable()
      const anothers = await send(server.url, { ...call(owned[thing]), token: strange })
      const none = await send(server.url, { ...call(nothing), token: strange })
      expect(JSON.stringify(anothers.body)).toContain(answers)
      // The server generates another key for each call without one.
      expect({ ...anothers, idempotencyKey: null }).toEqual({ ...none, idempotencyKey: null })
      expect(await everyTable()).toEqual(before)
    },
  )

  test.each(NAMINGS.map((naming) => [naming.line, naming] as const))(
    '%s: of the owner, it is done',
    async (_line, { thing, call, answers }) => {
      const answer = await fetchRaw(server.url, { ...call(owned[thing]), token: owned.token })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.text).not.toContain(`"${answers}"`)
    },
  )
})

/** Like `send`, also for answers that are not JSON. */
async function fetchRaw(url: string, request: SpecifiedRequest): Promise<{ status: number; text: string }> {
  if (request.path !== '/files/download') {
    const { status, body } = await send(url, request)
    return { status, text: JSON.stringify(body) }
  }
  const answer = await fetch(`${url}/api${request.path}?${new URLSearchParams(request.query)}`, {
    headers: { authorization: `Bearer ${request.token}` },
  })
  return { status: answer.status, text: await answer.text() }
}
