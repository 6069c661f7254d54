import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServer } from '#server/http/server.ts'
import type { PaymentRequest } from '#server/providers/payments/payments.ts'
import type { Database } from '#server/store/database.ts'
import { walletRoutes } from '#server/wallets/routes.ts'
import type { WalletServices } from '#server/wallets/wallets.ts'
import { callerOf } from '#tests/builders/caller.ts'
import { openTestWallets, type TestWallets } from '#tests/builders/test-wallets.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const RETURN = '/api/wallets/deposit-toman/return'
const RESULT = '/profile/redirect-from-banks'

/** The wallets over HTTP, and the return address that the gateway got. */
class Payments {
  readonly #opened: TestWallets
  readonly #server: FastifyInstance
  readonly #callbacks: string[] = []
  #asked = 0

  private constructor(opened: TestWallets, server: FastifyInstance) {
    this.#opened = opened
    this.#server = server
    const { gateway } = opened
    const request = gateway.request.bind(gateway)
    gateway.request = async (payment: PaymentRequest) => {
      this.#callbacks.push(payment.callbackUrl)
      return request(payment)
    }
  }

  static async open(database: Database, settings: Partial<WalletServices>): Promise<Payments> {
    const opened = await openTestWallets(database, { openDepositsMax: 100 })
    const { userId } = opened.user
    const server = await createServer({
      routes: walletRoutes({ ...opened.wallets, ...settings }),
      findCaller: () => callerOf(userId),
      logger: pino({ level: 'silent' }),
      clientDir: undefined,
      sandboxes: [],
      requestsPerMinuteMax: 0,
      proxyHops: 0,
      publicOrigin: undefined,
      secureCookies: false,
      codeOfFailure: () => undefined,
      now: () => new Date(),
      checkReplies: true,
    })
    return new Payments(opened, server)
  }

  /** Begins a payment. Returns its return address, or the refusal. */
  async begin({ callBackURL, ...headers }: { callBackURL?: string; host?: string; origin?: string }) {
    this.#asked += 1
    const answer = await this.#server.inject({
      method: 'POST',
      url: '/api/wallets/deposit-toman',
      headers: { authorization: `Bearer ${'x'.repeat(43)}`, 'idempotency-key': `payment-${this.#asked}`, ...headers },
      payload: {
        amount: '250000',
        paymentGateway: 'ZARINPAL',
        cardNumber: this.#opened.user.cardNumber,
        ...(callBackURL === undefined ? {} : { callBackURL }),
      },
    })
    const { code, field } = answer.json()
    return answer.statusCode === 200 ? this.#callbacks.at(-1) : { status: answer.statusCode, code, field }
  }

  /** Calls the path as the returning browser does. Returns the address of the redirect. */
  async comeBack(path: string) {
    const answer = await this.#server.inject({ method: 'GET', url: path })
    return { status: answer.statusCode, location: answer.headers.location }
  }

  async close() {
    await this.#server.close()
    await this.#opened.exchange.close()
  }
}

const REFUSED = { status: 400, code: 'CALLBACK_REFUSED', field: 'callBackURL' }

onDatabase('the way back from a payment', (open) => {
  describe('where people know the address', () => {
    let payments: Payments
    beforeAll(async () => {
      payments = await Payments.open(await open(), { publicUrl: 'https://kimia.example', loopbackIsOurs: false })
    })
    afterAll(() => payments.close())

    test.each([
      ['nothing said', {}],
      ['another name in Host', { host: 'evil.example' }],
      ['a name of this machine in Host', { host: '127.0.0.1:4300' }],
      ['another Origin', { origin: 'https://evil.example' }],
      ['the page that shows the result', { callBackURL: `https://kimia.example${RESULT}` }],
    ])('leads to it, with %s', async (_what, asked) => {
      expect(await payments.begin(asked)).toBe(`https://kimia.example${RETURN}`)
    })

    test('leads to the page of ours that was asked for', async () => {
      const callback = await payments.begin({ callBackURL: 'https://kimia.example/redirect-from-banks?from=wallet' })
      const { origin, pathname, search } = new URL(String(callback))
      expect(`${origin}${pathname}`).toBe(`https://kimia.example${RETURN}`)
      expect(await payments.comeBack(`${pathname}${search}&Authority=AUTHORITY000001&Status=OK`)).toEqual({
        status: 303,
        location: '/redirect-from-banks?from=wallet&authority=AUTHORITY000001',
      })
    })

    test.each([
      'https://evil.example/',
      'https://kimia.example.evil.example/profile',
      'https://kimia.example@evil.example/profile',
      'https://user:word@kimia.example/profile',
      'http://kimia.example/profile',
      'https://kimia.example:8443/profile',
      '//evil.example/profile',
      '/profile/redirect-from-banks',
      'javascript:alert(1)//kimia.example',
      'data:text/html,kimia',
      'https://kimia.example//evil.example',
      'https://kimia.example/\\evil.example',
      'https://kimia.example/.//evil.example',
      'https://kimia.example/profile#evil',
      'https://kimia.example/api/users/logout',
      'https://kimia.example/%2F%2Fevil.example',
      'http://127.0.0.1:4300/profile',
      'nonsense',
      '',
    ])('is refused to %s', async (callBackURL) => {
      expect(await payments.begin({ callBackURL })).toEqual(REFUSED)
    })
  })

  describe('on a machine whose address nobody gave', () => {
    let payments: Payments
    beforeAll(async () => {
      payments = await Payments.open(await open(), { publicUrl: 'http://localhost:4300', loopbackIsOurs: true })
    })
    afterAll(() => payments.close())

    test.each(['localhost:4300', '127.0.0.1:4300', '127.0.0.1', '[::1]:4300'])(
      'leads to the name that the page was opened by: %s',
      async (host) => {
        expect(await payments.begin({ host })).toBe(`http://${host}${RETURN}`)
        expect(await payments.begin({ host, callBackURL: `http://${host}${RESULT}` })).toBe(`http://${host}${RETURN}`)
      },
    )

    test.each([
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '127.evil.example',
      'localhost@evil.example',
      '192.168.1.7:4300',
    ])('never leads to a name that somebody else may have: %s', async (host) => {
      expect(await payments.begin({ host })).toBe(`http://localhost:4300${RETURN}`)
      expect(await payments.begin({ host, callBackURL: `http://${host}${RESULT}` })).toEqual(REFUSED)
    })

    test('is refused to another port of the machine', async () => {
      expect(await payments.begin({ host: '127.0.0.1:4300', callBackURL: 'http://127.0.0.1:9/profile' })).toEqual(
        REFUSED,
      )
    })

    test.each([
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/%5Cevil.example',
      '/.//evil.example',
      '/api/users/logout',
      '/sandbox/inbox',
      'profile',
      '/profile\r\nset-cookie: a=b',
      '',
    ])('sends nobody to a page that is not ours, whoever made the query up: %j', async (page) => {
      const query = new URLSearchParams({ page, Authority: 'NOBODY000001', Status: 'OK' })
      expect(await payments.comeBack(`${RETURN}?${query}`)).toEqual({ status: 303, location: RESULT })
      expect(await payments.comeBack(`${RETURN}?page=/profile&${query}`)).toEqual({ status: 303, location: RESULT })
    })
  })
})
