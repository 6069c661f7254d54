import type { FastifyPluginCallback, FastifyReply } from 'fastify'
import { z } from 'zod'
import { parseBankCard } from '#domain/bank-card.ts'
import { acceptForms, html, sendPage } from '../pages.ts'
import { answerZarinpalCall, ZARINPAL_CALLS, type ZarinpalBook } from './zarinpal-answers.ts'
import { BAD_CARD, LEFT, paymentPage, UNKNOWN, WRONG_CARD } from './zarinpal-page.ts'
import { createSandboxPayments, defaultCard, type SandboxPayment } from './zarinpal-payments.ts'

export interface ZarinpalSandboxSettings {
  readonly merchantId: string
  readonly now: () => Date
}

const TITLE = 'درگاه پرداخت آزمایشی'

const Decision = z.object({
  decision: z.enum(['pay', 'cancel', 'pay-and-leave']),
  card: z.string().optional(),
})

interface Route {
  readonly Params: { readonly authority: string }
}

/**
 * Zarinpal's side: its four calls and its payment page. Mount it at /sandbox/zarinpal. `POST StartPay/{authority}` takes `decision` pay,
 * cancel or pay-and-leave, and optionally the `card` that pays.
 */
export function zarinpalSandbox(settings: ZarinpalSandboxSettings): FastifyPluginCallback {
  const payments = createSandboxPayments({ now: settings.now })
  const book: ZarinpalBook = { merchantId: settings.merchantId, payments, now: settings.now }
  return (app, _options, done) => {
    acceptForms(app)
    app.get('/', (_request, reply) => sendPage(reply, { title: TITLE, body: ABOUT }))
    for (const call of ZARINPAL_CALLS) {
      app.post(`/pg/v4/payment/${call}.json`, (request, reply) => {
        const { status, body } = answerZarinpalCall(book, call, request.body)
        return reply.code(status).type('application/json; charset=utf-8').send(body)
      })
    }
    app.get<Route>('/pg/StartPay/:authority', (request, reply) => {
      const payment = payments.find(request.params.authority)
      if (payment === undefined) return sendPage(reply, { title: TITLE, body: UNKNOWN, status: 404 })
      if (payment.state !== 'IN_BANK') return goBack(reply, payment)
      return sendPage(reply, { title: TITLE, body: paymentPage(payment, undefined) })
    })
    app.post<Route>('/pg/StartPay/:authority', (request, reply) => {
      const payment = payments.find(request.params.authority)
      if (payment === undefined) return sendPage(reply, { title: TITLE, body: UNKNOWN, status: 404 })
      const decided = Decision.safeParse(request.body)
      if (!decided.success) {
        return sendPage(reply, { title: TITLE, body: paymentPage(payment, undefined), status: 400 })
      }
      // A page posted twice, or from the browser's history, changes nothing.
      if (payment.state !== 'IN_BANK') return goBack(reply, payment)
      if (decided.data.decision === 'cancel') return goBack(reply, payments.cancel(payment))
      const card = decided.data.card === undefined ? defaultCard(payment) : parseBankCard(decided.data.card)
      const isWrong = card === undefined || (payment.cardPan !== undefined && payment.cardPan !== card)
      if (isWrong) {
        const fault = card === undefined ? BAD_CARD : WRONG_CARD
        return sendPage(reply, { title: TITLE, body: paymentPage(payment, fault), status: 422 })
      }
      const paid = payments.pay(payment, card)
      return decided.data.decision === 'pay' ? goBack(reply, paid) : sendPage(reply, { title: TITLE, body: LEFT })
    })
    done()
  }
}

/** Redirects to the merchant, with the data to ask how the payment ended. */
function goBack(reply: FastifyReply, payment: SandboxPayment) {
  const back = new URL(payment.callbackUrl)
  back.searchParams.set('Authority', payment.authority)
  back.searchParams.set('Status', payment.state === 'FAILED' ? 'NOK' : 'OK')
  return reply.header('cache-control', 'no-store').redirect(back.href, 303)
}

const ABOUT = html`<section>
  <p>درگاه آزمایشی زرین‌پال. پرداخت را از کیف پول آغاز کنید؛ صفحهٔ پرداخت خودش باز می‌شود.</p>
  <p lang="en" dir="ltr"><small>Zarinpal’s sandbox. Start a deposit in the wallet; the payment page opens by itself.</small></p>
</section>`
