import { randomBytes } from 'node:crypto'
import type { FastifyPluginCallback } from 'fastify'
import { acceptForms, html, sendPage } from '../pages.ts'
import { mountPaymentPages } from './payment-page.ts'
import { createSandboxPayments, type SandboxPayment } from './sandbox-payments.ts'
import { answerZarinpalCall, ZARINPAL_CALLS, type ZarinpalBook } from './zarinpal-answers.ts'

export interface ZarinpalSandboxSettings {
  readonly merchantId: string
  readonly now: () => Date
}

const TITLE = 'درگاه پرداخت آزمایشی'

/**
 * Zarinpal's side: its calls and its payment page. Mount it at /sandbox/zarinpal.
 */
export function zarinpalSandbox(settings: ZarinpalSandboxSettings): FastifyPluginCallback {
  const payments = createSandboxPayments({
    now: settings.now,
    nameOf: () => `S${randomBytes(20).toString('hex').slice(0, 35)}`,
  })
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
    mountPaymentPages(app, { path: '/pg/StartPay/:authority', title: TITLE, payments, wayBack })
    done()
  }
}

/** The merchant's address, with the data to ask how the payment ended. */
function wayBack(payment: SandboxPayment): URL {
  const back = new URL(payment.callbackUrl)
  back.searchParams.set('Authority', payment.authority)
  back.searchParams.set('Status', payment.state === 'FAILED' ? 'NOK' : 'OK')
  return back
}

const ABOUT = html`<section>
  <p>درگاه آزمایشی زرین‌پال. پرداخت را از کیف پول آغاز کنید؛ صفحهٔ پرداخت خودش باز می‌شود.</p>
  <p lang="en" dir="ltr"><small>Zarinpal’s sandbox. Start a deposit in the wallet; the payment page opens by itself.</small></p>
</section>`
