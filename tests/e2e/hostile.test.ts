import { deflateSync } from 'node:zlib'
import { type BrowserContext, expect, type Page, test } from 'playwright/test'
import * as z from 'zod/mini'
import { createApiKey } from '#contract/api-keys.ts'
import { prove, sendCode } from '#contract/security.ts'
import { type Customer, newestCode, signUp } from '#tests/builders/customer.ts'
import { pdf } from '#tests/builders/pdf.ts'
import { picture } from '#tests/builders/picture.ts'
import { blackPng, pngChunk } from '#tests/builders/png.ts'
import { comeAsOperator } from './console-operator.ts'
import { expectHarmless, watch } from './harmless.ts'
import { sessionCookies } from './session-cookies.ts'

/** Short enough for a name. */
const NAME = '<img src=x onerror=hostile=1>'
const PAGE = `<script>window.hostile=1</script>${NAME}<svg onload=hostile=1></svg><style>body{display:none}</style>
<a href="javascript:hostile=1">press</a> [press](javascript:window.hostile=1) ![far](https://evil.example/pixel.png)
<iframe src="https://evil.example"></iframe><form action="https://evil.example"><input autofocus onfocus=hostile=1></form>`

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>window.hostile=1</script></svg>')

/** A picture of 40,000 by 40,000 pixels that consists of its header alone. */
function bomb(): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(40_000)
  head.writeUInt32BE(40_000, 4)
  head.set([8, 2], 8)
  const signature = blackPng({ width: 1, height: 1 }).subarray(0, 8)
  const pixels = deflateSync(Buffer.alloc(1_000_000))
  return Buffer.concat([signature, pngChunk('IHDR', head), pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))])
}

test.use({ actionTimeout: 20_000, navigationTimeout: 20_000 })

const SITE = `http://127.0.0.1:${process.env.E2E_PORT}`

const Refusal = z.object({ code: z.optional(z.string()) })
const Opened = z.object({ baseDTO: z.object({ id: z.string() }) })
const Written = z.object({ baseDTO: z.object({ file: z.nullable(z.string()) }) })

async function post(path: string, { token }: Pick<Customer, 'token'>, fields: Readonly<Record<string, string | File>>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const headers = { authorization: `Bearer ${token}`, 'user-agent': NAME }
  const answer = await fetch(`${SITE}/api${path}`, { method: 'POST', headers, body })
  const text = await answer.text()
  return { status: answer.status, code: Refusal.parse(JSON.parse(text)).code, body: JSON.parse(text) }
}

const fileOf = (bytes: Uint8Array, name: string, type: string) => new File([new Uint8Array(bytes)], name, { type })

const download = ({ token }: Customer, query: string) =>
  fetch(`${SITE}/api/files/download?${query}`, { headers: { authorization: `Bearer ${token}` } })

async function pageOf(context: BrowserContext): Promise<Page> {
  await context.addInitScript(() => localStorage.setItem('language', 'En'))
  return context.newPage()
}

test('what a customer writes is text on every screen of both sides, and hostile files are refused or harmless', async ({
  browser,
}) => {
  const url = SITE
  const customer = await signUp(url)
  const opened = await post('/tickets', customer, { subject: `${NAME} subject`, type: 'TECHNICAL', text: PAGE })
  const { id } = Opened.parse(opened.body).baseDTO
  const attach = (bytes: Uint8Array, name: string, type: string) =>
    post(`/tickets/message/${id}`, customer, { file: fileOf(bytes, name, type) })

  await test.step('texts beyond their limits are refused', async () => {
    const huge = 'ا'.repeat(11_000)
    expect(await post('/tickets', customer, { subject: 'Huge', type: 'TECHNICAL', text: huge })).toMatchObject({
      status: 400,
      code: 'TICKET_TEXT_TOO_LONG',
    })
    expect((await post('/tickets', customer, { subject: huge, type: 'TECHNICAL', text: 'Huge' })).code).toBe(
      'TICKET_SUBJECT_TOO_LONG',
    )
  })

  await test.step('files are what their bytes are, whatever they are called', async () => {
    const refused = [
      await attach(SVG, 'photo.png', 'image/png'),
      await attach(Buffer.from(`<!doctype html>${PAGE}`), 'photo.jpg', 'image/jpeg'),
      await attach(Buffer.from(`GIF89a/*${PAGE}*/`), 'photo.gif', 'image/gif'),
      await attach(bomb(), 'photo.png', 'image/png'),
    ]
    expect(refused.map(({ code }) => code)).toEqual(refused.map(() => 'FILE_REFUSED'))

    const mixed = Buffer.concat([await picture({ format: 'png' }), Buffer.from(PAGE)])
    const photo = await attach(mixed, '../../%2e%2e%2fetc/<b>passwd.html', 'text/html')
    const paper = await attach(pdf(PAGE), '..\\..\\paper.html', 'text/html')
    for (const sent of [photo, paper]) {
      if (sent.code === 'FILE_REFUSED') continue
      const name = Written.parse(sent.body).baseDTO.file ?? ''
      expect(name).toMatch(/^[0-9a-f-]{36}\.(jpg|pdf)$/)
      const answer = await download(customer, `fileName=${name}`)
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="kimia-ticket-\d+\.(jpg|pdf)"$/)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('content-security-policy')).toContain('sandbox')
      const bytes = Buffer.from(await answer.arrayBuffer()).toString('latin1')
      if (name.endsWith('jpg')) expect(bytes).not.toContain('hostile')
    }
    expect(photo.status).toBe(200)
  })

  await test.step('no path leads out of the folder', async () => {
    for (const name of [
      '../key',
      '%2e%2e%2fkey',
      '..%5ckey',
      '%252e%252e%252fkey',
      '/etc/passwd',
      'key%00.jpg',
      '....//key',
    ]) {
      const answer = await download(customer, `fileName=${name}`)
      expect([name, answer.status, Refusal.parse(await answer.json()).code]).toEqual([name, 404, 'FILE_NOT_FOUND'])
    }
  })

  await customer.ask(sendCode, { body: { purpose: 'ACCESS' } })
  await customer.ask(prove, { body: { purpose: 'ACCESS', code: await newestCode(url, customer.mobileNumber) } })
  await customer.ask(createApiKey, { body: { name: NAME, rights: ['read'] } })

  const own = await pageOf(await browser.newContext())
  await own.context().addCookies(sessionCookies({ token: customer.token, url }))
  const ownDone = watch(own, url)
  for (const [path, shown] of [
    ['/profile/support', `${NAME} subject`],
    [`/profile/support/massage/${id}`, `${NAME} subject`],
    ['/profile/settings', NAME],
  ] as const) {
    await own.goto(url + path)
    await expect(own.getByText(shown).first()).toBeVisible()
    await expectHarmless(own, path, ownDone)
  }
  await own.context().close()

  const desk = await pageOf(await browser.newContext())
  const deskDone = watch(desk, url)
  await comeAsOperator(desk.context(), url)
  await desk.goto(`${url}/operations`)
  await expect(desk.locator('[data-operations]')).toContainText('Sara Karimi')
  for (const path of ['/operations/tickets', `/operations/tickets/${id}`]) {
    await desk.goto(url + path)
    await expect(desk.getByText(`${NAME} subject`).first()).toBeVisible()
    await expectHarmless(desk, path, deskDone)
  }

  await test.step('what an operator publishes is harmless, too', async () => {
    const ask = (path: string, json: object) =>
      desk.evaluate(
        async ([url, body]) => {
          const headers = { 'content-type': 'application/json', 'x-kimia-client': '1' }
          return (await fetch(url, { method: 'POST', headers, body })).status
        },
        [`/api/operations/content/FAQ/quick-trade-paused/en${path}`, JSON.stringify(json)] as const,
      )
    const publish = (version: number, replaces: number) =>
      ask('/publish', { version, replaces, reason: 'A test of texts' })
    expect(await ask('', { title: `${NAME} question`, body: `**Safe** words\n\n${PAGE}`, basedOn: 1 })).toBe(200)
    expect(await publish(2, 1)).toBe(200)
    const visitor = await pageOf(await browser.newContext())
    const done = watch(visitor, url)
    await visitor.goto(url)
    const question = visitor.locator('details').filter({ hasText: `${NAME} question` })
    await expect(async () => {
      await visitor.mouse.wheel(0, 900)
      await expect(question).toHaveCount(1, { timeout: 500 })
    }).toPass()
    await question.locator('summary').click()
    await expect(question.locator('strong', { hasText: 'Safe' })).toBeVisible()
    await expectHarmless(visitor, 'home', done)
    await visitor.context().close()
    // The other tests of this server read the product's original text.
    expect(await publish(1, 2)).toBe(200)
  })
  await desk.context().close()
})
