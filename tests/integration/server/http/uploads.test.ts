import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { route } from '#server/http/route.ts'
import { callerOf } from '#tests/builders/caller.ts'
import { startHttpServer } from '#tests/builders/http-server.ts'

const send = defineEndpoint({
  method: 'POST',
  path: '/pictures',
  summary: 'Takes a picture',
  access: 'user',
  offline: 'never',
  errors: [],
  body: z.strictObject({}),
  files: ['image'],
  response: z.object({ bytes: z.int() }),
})

/** Users from this number on are not verified. */
const UNVERIFIED = 900

/** The token of each user: "user-0007…". */
const tokenOf = (user: number) => `user-${String(user).padStart(4, '0')}`.padEnd(43, 'x')
const userOf = (token: string) => Number(token.slice(5, 9))

let server: Awaited<ReturnType<typeof startHttpServer>>
let uploads: Upload[]
beforeAll(async () => {
  const routes = [route(send, ({ files }) => ({ bytes: files.image?.bytes.length ?? 0 }))]
  server = await startHttpServer(routes, {
    uploadLimits: { readMax: 2, waitMax: 2, ofSenderMax: 2 },
    bodyPace: { idleMs: 1_500, bytesPerSecondMin: 8_000, looksEveryMs: 50 },
    findCaller: (token) => callerOf(userOf(token), { authorized: userOf(token) < UNVERIFIED }),
  })
})
beforeEach(() => {
  uploads = []
})
afterEach(() => {
  for (const { request } of uploads) request.destroy()
})
afterAll(() => server.close())

interface Upload {
  readonly request: ClientRequest
  readonly answer: Promise<{
    readonly status: number | undefined
    readonly wait: string | undefined
    readonly text: string
  }>
}

const HEAD =
  '--edge\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'
const TAIL = '\r\n--edge--\r\n'

/** Sends a picture up to its last part, which `finish` sends. */
function begin(user: number): Upload {
  const sent = request(`${server.url}/api/pictures`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenOf(user)}`, 'content-type': 'multipart/form-data; boundary=edge' },
  })
  const answer = new Promise<IncomingMessage>((resolve, reject) => sent.on('response', resolve).on('error', reject))
  sent.write(`${HEAD}half`)
  const upload = {
    request: sent,
    answer: answer.then(async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      const { statusCode: status, headers } = response
      return { status, wait: headers['retry-after'], text: Buffer.concat(chunks).toString() }
    }),
  }
  uploads.push(upload)
  return upload
}
const finish = (upload: Upload | undefined) => upload?.request.end(`half${TAIL}`)
const soon = () => new Promise((resolve) => setTimeout(resolve, 100))

test('two uploads are read at a time, two wait, and the next is told when to come again', async () => {
  for (const user of [1, 2, 3, 4]) begin(user)
  await soon()
  const late = begin(5)
  const refused = await late.answer
  expect([refused.status, refused.wait]).toEqual([503, '10'])
  expect(JSON.parse(refused.text).code).toBe('UNAVAILABLE')
  late.request.destroy()
  const [first, second, third, fourth] = uploads
  // Whole bodies that wait are not read before one of the two is through.
  finish(third)
  finish(fourth)
  expect(await Promise.race([third?.answer, fourth?.answer, soon().then(() => 'waits')])).toBe('waits')
  finish(first)
  finish(second)
  for (const upload of [first, second, third, fourth])
    expect(await upload?.answer).toMatchObject({ status: 200, text: '{"bytes":8}' })
})

test('one user has two under way at most, and those who give up leave their places', async () => {
  begin(7)
  begin(7)
  await soon()
  const third = begin(7)
  expect(await third.answer).toMatchObject({ status: 429, wait: '10' })
  for (const { request, answer } of uploads) {
    answer.catch(() => undefined)
    request.destroy()
  }
  await soon()
  const [one, other] = [begin(7), begin(8)]
  finish(one)
  finish(other)
  expect([(await one.answer).status, (await other.answer).status]).toEqual([200, 200])
})

test('a sender that stalls, or sends a byte now and then, is cut off and gives its place on', async () => {
  const stalled = [begin(11), begin(12)]
  const dripping = setInterval(() => stalled[1]?.request.write('x'), 50)
  const ended = stalled.map(({ request, answer }) => {
    answer.catch(() => undefined)
    return new Promise((resolve) => request.on('close', resolve))
  })
  await soon()
  const next = begin(13)
  finish(next)
  expect((await next.answer).status).toBe(200)
  await Promise.all(ended)
  clearInterval(dripping)
})

test('accounts that anybody can make take no place of verified customers, and no user takes a second', async () => {
  for (const user of [UNVERIFIED, UNVERIFIED + 1]) begin(user).answer.catch(() => undefined)
  await soon()
  for (const user of [21, 21]) begin(user).answer.catch(() => undefined)
  await soon()
  const customer = begin(23)
  finish(customer)
  expect((await customer.answer).status).toBe(200)
})

test('a form without a picture waits for no place', async () => {
  for (const user of [31, 32, 33, 34]) begin(user).answer.catch(() => undefined)
  await soon()
  const form = new FormData()
  form.set('image', new Blob([]), '')
  const headers = { authorization: `Bearer ${tokenOf(31)}` }
  const answered = await fetch(`${server.url}/api/pictures`, { method: 'POST', headers, body: form })
  expect([answered.status, await answered.json()]).toEqual([200, { bytes: 0 }])
})
