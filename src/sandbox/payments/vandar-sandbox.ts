import { randomBytes } from 'node:crypto'
import type { FastifyPluginCallback, FastifyReply } from 'fastify'
import { acceptForms, html, sendPage } from '../pages.ts'
import { mountPaymentPages } from './payment-page.ts'
import { createSandboxPayments, type SandboxPayment } from './sandbox-payments.ts'
import { answerVandarCall, VANDAR_CALLS, type VandarAnswer } from './vandar-answers.ts'
import { answerLogin, answerRefund, answerTransactions, type VandarBusiness } from './vandar-business.ts'

export interface VandarSandboxSettings {
  readonly apiKey: string
  readonly business: string
  readonly mobile: string
  readonly password: string
  readonly now: () => Date
}

const TITLE = 'درگاه پرداخت آزمایشی'

interface Refund {
  readonly Params: { readonly business: string; readonly transId: string }
}

interface Listing {
  readonly Params: { readonly business: string }
  readonly Querystring: { readonly q?: string }
}

/** Vandar's side: the calls of its gateway, the payment page, and the business service that pays back. Mount it at /sandbox/vandar. */
export function vandarSandbox(settings: VandarSandboxSettings): FastifyPluginCallback {
  const payments = createSandboxPayments({
    now: settings.now,
    nameOf: () => randomBytes(10).toString('hex').toUpperCase(),
  })
  const book = { apiKey: settings.apiKey, payments, now: settings.now }
  const business: VandarBusiness = {
    ...settings,
    payments,
    accessToken: randomBytes(24).toString('base64url'),
    refunds: new Map(),
  }
  return (app, _options, done) => {
    acceptForms(app)
    app.get('/', (_request, reply) => sendPage(reply, { title: TITLE, body: ABOUT }))
    for (const call of VANDAR_CALLS)
      app.post(`/api/v4/${call}`, (request, reply) => send(reply, answerVandarCall(book, call, request.body)))
    mountPaymentPages(app, { path: '/v4/:authority', title: TITLE, payments, wayBack })
    app.post('/v3/login', (request, reply) => send(reply, answerLogin(business, request.body)))
    app.post<Refund>('/v3/business/:business/transaction/:transId/refund', ({ headers, params, body }, reply) =>
      send(reply, answerRefund(business, { ...params, authorization: headers.authorization, body })),
    )
    app.get<Listing>('/v3/business/:business/transaction', ({ headers, params, query }, reply) =>
      send(reply, answerTransactions(business, { ...params, ...query, authorization: headers.authorization })),
    )
    done()
  }
}

const send = (reply: FastifyReply, { status, body }: VandarAnswer) =>
  reply.code(status).type('application/json; charset=utf-8').send(body)

/** The merchant's address, with the data to ask how the payment ended. */
function wayBack(payment: SandboxPayment): URL {
  const back = new URL(payment.callbackUrl)
  back.searchParams.set('token', payment.authority)
  back.searchParams.set('payment_status', payment.state === 'FAILED' ? 'FAILED' : 'OK')
  return back
}

const ABOUT = html`<section>
  <p>درگاه آزمایشی وندار. پرداخت را از کیف پول آغاز کنید؛ صفحهٔ پرداخت خودش باز می‌شود.</p>
  <p lang="en" dir="ltr"><small>Vandar’s sandbox. Start a deposit in the wallet; the payment page opens by itself.</small></p>
</section>`
