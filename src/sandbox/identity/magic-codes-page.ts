import { html } from '../pages.ts'
import { exampleOf, MAGIC_CODES } from './magic-codes.ts'

/** The first page of each identity sandbox: the national codes with special endings. */
export const magicCodesPage = () => html`<section>
  <p>هر کد ملی، کارت و شبای درست پذیرفته می‌شود، جز کدهایی که با این رقم‌ها آغاز شوند:</p>
  <table>${MAGIC_CODES.map(
    (magic) => html`<tr>
      <td><bdi dir="ltr">${magic.prefix}…</bdi><br><small><bdi dir="ltr">${exampleOf(magic)}</bdi></small></td>
      <td>${magic.meaning.fa}<br><small lang="en" dir="ltr">${magic.meaning.en}</small></td>
    </tr>`,
  )}</table>
</section>`
