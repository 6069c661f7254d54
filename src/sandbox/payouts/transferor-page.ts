import { type Html, html } from '../pages.ts'
import { MAGIC_AMOUNTS, type SandboxTransfer } from './transfers.ts'

const grouped = new Intl.NumberFormat('fa-IR')
const plain = new Intl.NumberFormat('fa-IR', { useGrouping: false })
const SHOWN_MAX = 50

/** The magic amounts, and the newest transfers. */
export function transferorPage(transfers: readonly SandboxTransfer[]): Html {
  const magic = MAGIC_AMOUNTS.map(
    ({ rial, fa, en }) =>
      html`<tr><td>${plain.format(rial / 10n)}</td><td>${fa}<br><small lang="en" dir="ltr">${en}</small></td></tr>`,
  )
  const rows = transfers
    .slice(0, SHOWN_MAX)
    .map(
      ({ destination, amountRial, state }) =>
        html`<tr><td>${grouped.format(amountRial)} ریال</td><td><bdi dir="ltr">${destination}</bdi><br><small>${state}</small></td></tr>`,
    )
  return html`<section>
  <p>سرویس آزمایشی تسویهٔ جیبیت. هر انتقال پس از چند ثانیه واریز می‌شود، مگر سه رقم آخر مبلغ به تومان یکی از این‌ها باشد:</p>
  <p lang="en" dir="ltr"><small>Jibit’s transferor, as a sandbox. A transfer is paid after some seconds, unless the last three digits of its amount in Toman are:</small></p>
  <table>${magic}</table>
</section>
<section><table>${rows}</table></section>`
}
