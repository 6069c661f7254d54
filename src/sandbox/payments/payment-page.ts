import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { type BankCard, bankOfCard, parseBankCard } from '#domain/bank-card.ts'
import { type Html, html, sendPage } from '../pages.ts'
import { anotherCard, defaultCard, type SandboxPayment, type SandboxPayments } from './sandbox-payments.ts'

interface PaymentPages {
  /** The page's address, with `:authority` for the payment's name. */
  readonly path: string
  readonly title: string
  readonly payments: SandboxPayments
  /** The merchant's address with the vendor's query. */
  readonly wayBack: (payment: SandboxPayment) => URL
}

const Decision = z.object({
  decision: z.enum(['pay', 'cancel', 'pay-and-leave', 'pay-by-another']),
  card: z.string().optional(),
})

interface Route {
  readonly Params: { readonly authority: string }
}

/**
 * Mounts the page of a payment. It takes the `decision` pay, cancel, pay-and-leave or pay-by-another, and optionally the `card` that pays.
 */
export function mountPaymentPages(app: FastifyInstance, { path, title, payments, wayBack }: PaymentPages): void {
  const goBack = (reply: FastifyReply, payment: SandboxPayment) =>
    reply.header('cache-control', 'no-store').redirect(wayBack(payment).href, 303)
  app.get<Route>(path, (request, reply) => {
    const payment = payments.find(request.params.authority)
    if (payment === undefined) return sendPage(reply, { title, body: UNKNOWN, status: 404 })
    if (payment.state !== 'IN_BANK') return goBack(reply, payment)
    return sendPage(reply, { title, body: paymentPage(payment, undefined) })
  })
  app.post<Route>(path, (request, reply) => {
    const payment = payments.find(request.params.authority)
    if (payment === undefined) return sendPage(reply, { title, body: UNKNOWN, status: 404 })
    const decided = Decision.safeParse(request.body)
    if (!decided.success) return sendPage(reply, { title, body: paymentPage(payment, undefined), status: 400 })
    // A page posted twice, or from the browser's history, changes nothing.
    if (payment.state !== 'IN_BANK') return goBack(reply, payment)
    const { decision } = decided.data
    if (decision === 'cancel') return goBack(reply, payments.cancel(payment))
    const card = cardThatPays(payment, decided.data)
    if ('fault' in card) return sendPage(reply, { title, body: paymentPage(payment, card.fault), status: 422 })
    const paid = payments.pay(payment, card.number)
    return decision === 'pay-and-leave' ? sendPage(reply, { title, body: LEFT }) : goBack(reply, paid)
  })
}

function cardThatPays(
  payment: SandboxPayment,
  { decision, card: typed }: z.output<typeof Decision>,
): { readonly number: BankCard } | { readonly fault: Html } {
  if (decision === 'pay-by-another') return { number: anotherCard(payment) }
  const number = typed === undefined ? defaultCard(payment) : parseBankCard(typed)
  if (number === undefined) return { fault: BAD_CARD }
  return payment.cardPan === undefined || payment.cardPan === number ? { number } : { fault: WRONG_CARD }
}

const grouped = new Intl.NumberFormat('fa-IR')
const RIAL_PER_TOMAN = 10n

const dashed = (card: string) => card.replace(/(\d{4})(?=\d)/g, '$1-')

/** The page on which the payer decides. Its forms post to its own address. */
function paymentPage(payment: SandboxPayment, fault: Html | undefined): Html {
  const card = defaultCard(payment)
  return html`<section>
  <dl>
    <dt>مبلغ</dt><dd class="big"><span>${tomanInPersian(payment.amountRial)}</span> تومان</dd>
    <dt>به ریال</dt><dd><span>${grouped.format(payment.amountRial)}</span> ریال</dd>
    <dt>پذیرنده</dt><dd>کیمیا (آزمایشی)</dd>
    <dt>بابت</dt><dd dir="auto">${payment.description}</dd>
    ${payment.mobile === undefined ? undefined : html`<dt>شمارهٔ موبایل</dt><dd><bdi dir="ltr">${payment.mobile}</bdi></dd>`}
    <dt>کد پیگیری</dt><dd><small><bdi dir="ltr">${payment.authority.slice(-8)}</bdi></small></dd>
  </dl>
</section>
${fault}
<section>
  <form method="post">
    <label for="card">شمارهٔ کارت${payment.cardPan === undefined ? '' : ' (فقط همین کارت پذیرفته می‌شود)'}</label>
    <input id="card" name="card" dir="ltr" inputmode="numeric" autocomplete="off" maxlength="19" value="${dashed(card)}">
    <p><small>${bankOfCard(card)?.persianName}</small></p>
    <button name="decision" value="pay">پرداخت <span>${tomanInPersian(payment.amountRial)}</span> تومان</button>
    <button class="plain" name="decision" value="cancel">انصراف</button>
    <button class="plain" name="decision" value="pay-and-leave">پرداخت و بستن صفحه، بدون بازگشت</button>
    <button class="plain" name="decision" value="pay-by-another">پرداخت با کارت شخص دیگر</button>
  </form>
  <p><small>دکمهٔ سوم پرداختی را می‌سازد که بازگشتش هرگز نمی‌رسد؛ سامانه باید خودش آن را پیدا کند. دکمهٔ آخر قید کارت را نادیده می‌گیرد؛ سامانه باید پول را پس بدهد.</small></p>
  <p lang="en" dir="ltr"><small>Pay; cancel; pay and close, a payment whose callback never comes and which the exchange must find by itself; or pay by another's card, which the exchange must pay back.</small></p>
</section>`
}

/** Whole Toman; a remaining Rial is the only possible decimal. */
function tomanInPersian(amountRial: bigint): string {
  const odd = amountRial % RIAL_PER_TOMAN
  const whole = grouped.format(amountRial / RIAL_PER_TOMAN)
  return odd === 0n ? whole : `${whole}٫${grouped.format(odd)}`
}

const WRONG_CARD = html`<section class="fault" role="alert">
  <p>این پرداخت فقط با کارتی که پذیرنده تعیین کرده ممکن است.</p>
  <p lang="en" dir="ltr"><small>Only the card that the merchant named may pay this.</small></p>
</section>`

const BAD_CARD = html`<section class="fault" role="alert">
  <p>شمارهٔ کارت معتبر نیست؛ رقم‌ها را بررسی کنید.</p>
  <p lang="en" dir="ltr"><small>This card number isn't valid. Check the digits.</small></p>
</section>`

const LEFT = html`<section>
  <p>پرداخت انجام شد و مرورگر به کیمیا برنگشت. این صفحه را ببندید.</p>
  <p lang="en" dir="ltr"><small>Paid; the browser did not go back. Close this page.</small></p>
</section>`

const UNKNOWN = html`<section class="fault" role="alert">
  <p>چنین پرداختی پیدا نشد. شاید سرور دوباره راه‌اندازی شده است.</p>
  <p lang="en" dir="ltr"><small>No such payment. Perhaps the server was restarted.</small></p>
</section>`
