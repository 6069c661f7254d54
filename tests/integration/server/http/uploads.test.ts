import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { route } from '#server/http/route.ts'
import { BODY_PACE, UPLOAD_LIMITS } from '#server/http/upload-gate.ts'
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

const routes = [route(send, ({ files }) => ({ bytes: files.image?.bytes.length ?? 0 }))]
let asked = 0
const findCaller = (token: string) => {
  asked += 1
  return callerOf(userOf(token), { authorized: userOf(token) < UNVERIFIED })
}

let server: Awaited<ReturnType<typeof startHttpServer>>
let uploads: Upload[]
beforeAll(async () => {
  server = await startHttpServer(routes, {
    uploadLimits: { ...UPLOAD_LIMITS, readMax: 2, waitMax: 2 },
    bodyPace: { ...BODY_PACE, idleMs: 1_500, looksEveryMs: 50 },
    findCaller,
  })
})
beforeEach(() => {
  uploads = []
  asked = 0
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

/** Sends a picture without its last part, which `finish` sends. */
function begin(user: number, { url, from }: { readonly url: string; readonly from?: string } = server): Upload {
  const sent = request(`${url}/api/pictures`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${tokenOf(user)}`, 'content-type': 'multipart/form-data; boundary=edge' },
      ...(from !== undefined && { 'x-forwarded-for': from }),
    },
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
/** Resolves once the server has received this many requests of the test and has had a moment to queue them. */
const arrived = async (requests: number) => {
  await vi.waitFor(() => expect(asked).toBe(requests))
  await soon()
}

test('two uploads are read at a time, two wait, and the next is told when to come again', async () => {
  for (const user of [1, 2, 3, 4]) begin(user)
  await arrived(4)
  const late = begin(5)
  const refused = await late.answer
  expect([refused.status, refused.wait]).toEqual([503, '10'])
  expect(JSON.parse(refused.text).code).toBe('UNAVAILABLE')
  late.request.destroy()
  const [first, second, third, fourth] = uploads
  // Complete bodies that wait are not read before one of the two is done.
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
  await arrived(2)
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
  await arrived(2)
  for (const user of [21, 21]) begin(user).answer.catch(() => undefined)
  await arrived(4)
  const customer = begin(23)
  finish(customer)
  expect((await customer.answer).status).toBe(200)
})

test('a form without a picture waits for no place', async () => {
  for (const user of [31, 32, 33, 34]) begin(user).answer.catch(() => undefined)
  await arrived(4)
  const form = new FormData()
  form.set('image', new Blob([]), '')
  const headers = { authorization: `Bearer ${tokenOf(31)}` }
  const answered = await fetch(`${server.url}/api/pictures`, { method: 'POST', headers, body: form })
  expect([answered.status, await answered.json()]).toEqual([200, { bytes: 0 }])
})

test('strangers who send slowly, and come again, do not keep a newcomer who waits longer than a request may take', async () => {
  const awaited = { afterMs: 1_000, bytesPerSecondMin: 200_000 }
  const hurried = await startHttpServer(routes, {
    uploadLimits: { ...UPLOAD_LIMITS, readMax: 2, waitMax: 3 },
    bodyPace: { ...BODY_PACE, awaited, looksEveryMs: 50 },
    requestMsMax: 500,
    findCaller,
  })
  let attacks = true
  // Sends faster than the minimum that applies while nobody waits.
  const dribble = async (user: number) => {
    while (attacks) {
      const upload = begin(user, hurried)
      const drip = setInterval(() => upload.request.write('x'.repeat(1_000)), 20)
      await upload.answer.catch(() => undefined)
      clearInterval(drip)
      await soon()
    }
  }
  const strangers = [1, 2, 3, 4].map((each) => dribble(UNVERIFIED + each))
  try {
    await soon()
    const newcomer = begin(UNVERIFIED + 50, hurried)
    finish(newcomer)
    expect((await newcomer.answer).status).toBe(200)
    // The users who held it up rank behind it from now on, and lose their places in the queue to it.
    const again = begin(UNVERIFIED + 51, hurried)
    finish(again)
    expect((await again.answer).status).toBe(200)
  } finally {
    attacks = false
    for (const { request } of uploads) request.destroy()
    await Promise.all(strangers)
    await hurried.close()
  }
})

test('a form that waits, or is read, may take longer than other requests', async () => {
  const hurried = await startHttpServer(routes, {
    uploadLimits: { ...UPLOAD_LIMITS, readMax: 1 },
    bodyPace: { ...BODY_PACE, looksEveryMs: 50 },
    requestMsMax: 150,
    findCaller,
  })
  try {
    const both = [begin(51, hurried), begin(52, hurried)]
    await soon()
    await soon()
    await soon()
    for (const upload of both) finish(upload)
    for (const { answer } of both) expect((await answer).status).toBe(200)
  } finally {
    await hurried.close()
  }
})

test('newcomers of one network leave a place to another', async () => {
  const shared = await startHttpServer(routes, {
    uploadLimits: { ...UPLOAD_LIMITS, readMax: 3 },
    proxyHops: 1,
    findCaller,
  })
  try {
    for (const user of [1, 2, 3]) begin(UNVERIFIED + user, { ...shared, from: '203.0.113.1' })
    await soon()
    const elsewhere = begin(UNVERIFIED + 4, { ...shared, from: '203.0.113.2' })
    finish(elsewhere)
    expect((await elsewhere.answer).status).toBe(200)
  } finally {
    for (const { request, answer } of uploads) {
      answer.catch(() => undefined)
      request.destroy()
    }
    await shared.close()
  }
})
