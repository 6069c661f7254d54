import { bankOfCard } from '#domain/bank-card.ts'
import { type Html, html } from '../pages.ts'
import { defaultCard, type SandboxPayment } from './zarinpal-payments.ts'

const grouped = new Intl.NumberFormat('fa-IR')
const RIAL_PER_TOMAN = 10n

const dashed = (card: string) => card.replace(/(\d{4})(?=\d)/g, '$1-')

/** The page on which the payer decides. Its forms post to its own address. */
export function paymentPage(payment: SandboxPayment, fault: Html | undefined): Html {
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
  </form>
  <p><small>دکمهٔ آخر پرداختی را می‌سازد که بازگشتش هرگز نمی‌رسد؛ سامانه باید خودش آن را پیدا کند.</small></p>
  <p lang="en" dir="ltr"><small>Pay, cancel, or pay and close: a payment whose callback never comes, which the exchange must find by itself.</small></p>
</section>`
}

/** Whole Toman; a remaining Rial is the only possible decimal. */
function tomanInPersian(amountRial: bigint): string {
  const odd = amountRial % RIAL_PER_TOMAN
  const whole = grouped.format(amountRial / RIAL_PER_TOMAN)
  return odd === 0n ? whole : `${whole}٫${grouped.format(odd)}`
}

export const WRONG_CARD = html`<section class="fault" role="alert">
  <p>این پرداخت فقط با کارتی که پذیرنده تعیین کرده ممکن است.</p>
  <p lang="en" dir="ltr"><small>Only the card that the merchant named may pay this.</small></p>
</section>`

export const BAD_CARD = html`<section class="fault" role="alert">
  <p>شمارهٔ کارت معتبر نیست؛ رقم‌ها را بررسی کنید.</p>
  <p lang="en" dir="ltr"><small>This card number isn't valid. Check the digits.</small></p>
</section>`

export const LEFT = html`<section>
  <p>پرداخت انجام شد و مرورگر به کیمیا برنگشت. این صفحه را ببندید.</p>
  <p lang="en" dir="ltr"><small>Paid; the browser did not go back. Close this page.</small></p>
</section>`

export const UNKNOWN = html`<section class="fault" role="alert">
  <p>چنین پرداختی پیدا نشد. شاید سرور دوباره راه‌اندازی شده است.</p>
  <p lang="en" dir="ltr"><small>No such payment. Perhaps the server was restarted.</small></p>
</section>`
