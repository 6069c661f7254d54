import type { FastifyPluginCallback } from 'fastify'
import { z } from 'zod'
import { acceptForms, type Html, html, sendPage } from '../pages.ts'

const Gifts = z.object({
  gifts: z.array(z.object({ network: z.string(), coin: z.string(), amount: z.string() })),
})
const Form = z.object({
  gift: z.string(),
  to: z.string().trim().min(1).max(128),
  tag: z.string().trim().max(64).default(''),
})
const Refusal = z.object({ reason: z.string() })

const TITLE = 'کوین آزمایشی · Test coins'
const ANSWER_MS = 20_000

/**
 * Gives coins of the development chains to an address, so that a deposit can be tried. Mount it at /sandbox/faucet.
 * @param url where the starter of the chains gives coins out
 */
export function faucetSandbox({ url }: { readonly url: string }): FastifyPluginCallback {
  return (app, _options, done) => {
    acceptForms(app)
    app.get('/', async (_request, reply) => sendPage(reply, { title: TITLE, body: await formOf(url) }))
    app.post('/', async ({ body }, reply) => {
      const form = Form.safeParse(body)
      const said = form.success ? await give(url, form.data) : 'no address'
      return sendPage(reply, { title: TITLE, body: html`${outcomeOf(said)}${await formOf(url)}` })
    })
    done()
  }
}

/** @returns the reason of a refusal; `undefined` once it is paid */
async function give(url: string, { gift, to, tag }: z.output<typeof Form>): Promise<string | undefined> {
  const [network, coin] = gift.split('/')
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: JSON.stringify({ network, coin, to, tag }),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    return response.ok ? undefined : Refusal.parse(await response.json()).reason
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const outcomeOf = (refusal: string | undefined): Html =>
  refusal === undefined
    ? html`<section class="notice" role="status">
  <p>فرستاده شد و تا چند ثانیهٔ دیگر در کیف پول دیده می‌شود.</p>
  <p lang="en" dir="ltr"><small>Sent. The wallet shows it within seconds.</small></p>
</section>`
    : html`<section class="fault" role="alert">
  <p>فرستاده نشد. نشانی را با شبکه‌اش مقایسه کنید.</p>
  <p lang="en" dir="ltr"><small>Not sent; compare the address with its network. <bdi>${refusal}</bdi></small></p>
</section>`

async function formOf(url: string): Promise<Html> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined)
  if (!answer?.ok)
    return html`<section>
  <p>شبکه‌های آزمایشی هنوز بالا نیامده‌اند؛ چند ثانیهٔ دیگر صفحه را تازه کنید.</p>
  <p lang="en" dir="ltr"><small>The development chains are not up yet. Reload in some seconds.</small></p>
</section>`
  const { gifts } = Gifts.parse(await answer.json())
  const options = gifts.map(
    ({ network, coin, amount }) => html`<option value="${network}/${coin}">${amount} ${coin} · ${network}</option>`,
  )
  return html`<section>
  <p>نشانی واریز را از کیف پول بردارید. کوین‌های این شبکه‌ها ارزشی ندارند.</p>
  <p lang="en" dir="ltr"><small>Copy your deposit address from the wallet. Coins of these chains are worth nothing.</small></p>
  <form method="post">
    <p><label>شبکه · Network<br><select name="gift" dir="ltr">${options}</select></label></p>
    <p><label>نشانی · Address<br><input name="to" dir="ltr" maxlength="128" required autocomplete="off"></label></p>
    <p><label>ممو یا تگ · Memo or tag (XRP, XLM)<br><input name="tag" dir="ltr" maxlength="64" autocomplete="off"></label></p>
    <button>بفرست · Send</button>
  </form>
</section>`
}
