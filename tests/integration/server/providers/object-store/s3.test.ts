import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ObjectStore, ObjectStoreUnavailable } from '#server/providers/object-store/object-store.ts'
import { createS3 } from '#server/providers/object-store/s3.ts'
import { type S3Fault, type S3Sandbox, startS3Sandbox } from '#tests/setup/s3/s3-sandbox.ts'

const TIMES = { timeoutMs: 5_000, deadlineMs: 20_000 }
const BYTES = Buffer.from('sealed bytes of a document')

let sandbox: S3Sandbox
let store: ObjectStore
let answers: (ObjectStoreUnavailable | undefined)[]
const storeWith = (settings: object = {}) =>
  createS3({ ...sandbox.settings, ...TIMES, ...settings }, (fault) => void answers.push(fault))
beforeEach(async () => {
  sandbox = await startS3Sandbox({ pageMax: 3 })
  answers = []
  store = storeWith()
})
afterEach(() => sandbox.close())

/** The first calls meet these faults, one each. */
function faultsFirst(...faults: S3Fault[]): void {
  sandbox.faultOf = () => faults.shift()
}
/** A part of the answer alone: the rest differs with the store. */
const faultOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no fault',
    ({ name, fault }) => `${name} ${fault}`,
  )

describe('an object', () => {
  test('is written once, and only over the version that was read', async () => {
    expect(await store.put('a/b.jpg', BYTES, 'absent')).toBe(true)
    expect(await store.put('a/b.jpg', Buffer.from('other'), 'absent')).toBe(false)
    const first = await store.get('a/b.jpg')
    expect(first?.bytes).toEqual(BYTES)
    expect(await store.put('a/b.jpg', Buffer.from('second'), { tag: first?.tag ?? '' })).toBe(true)
    expect(await store.put('a/b.jpg', Buffer.from('third'), { tag: first?.tag ?? '' })).toBe(false)
    expect(`${(await store.get('a/b.jpg'))?.bytes}`).toBe('second')
    expect(await store.put('missing', BYTES, { tag: first?.tag ?? '' })).toBe(false)
    expect(await store.get('missing')).toBeUndefined()
  })

  test('is read by its first bytes, is copied over another, and goes', async () => {
    await store.put('a', BYTES, 'absent')
    await store.put('empty', new Uint8Array(), 'absent')
    await store.put('b', Buffer.from('other'), 'absent')
    expect((await store.get('a', 6))?.bytes).toEqual(BYTES.subarray(0, 6))
    expect((await store.get('a', 1_000))?.bytes).toEqual(BYTES)
    expect((await store.get('empty', 6))?.bytes).toEqual(Buffer.alloc(0))
    expect((await store.get('empty'))?.bytes).toEqual(Buffer.alloc(0))
    expect(await store.copy({ from: 'a', to: 'b' })).toBe(true)
    expect(await store.copy({ from: 'missing', to: 'b' })).toBe(false)
    await store.remove('a')
    await store.remove('a')
    expect(await store.get('a')).toBeUndefined()
    expect((await store.get('b'))?.bytes).toEqual(BYTES)
  })

  test('may have any letters in its key', async () => {
    const keys = ['a b+c=d&e.jpg', "کارت(ملی)!*'.jpg", '2026-10-30T00:00:00.000Z', '100%25.jpg']
    for (const key of keys) await store.put(`p/${key}`, Buffer.from(key), 'absent')
    expect((await store.list('p/')).map(({ key }) => key).toSorted()).toEqual(keys.map((key) => `p/${key}`).toSorted())
    for (const key of keys) {
      expect(await store.copy({ from: `p/${key}`, to: `q/${key}` })).toBe(true)
      expect(`${(await store.get(`q/${key}`))?.bytes}`).toBe(key)
    }
  })

  test('is in a list of any length, with its time, and no other is', async () => {
    const keys = Array.from({ length: 10 }, (_, index) => `new/${index}`)
    for (const key of [...keys, 'old/1', 'newer']) await store.put(key, BYTES, 'absent')
    sandbox.age('new/7', new Date(5_000))
    const calls = sandbox.calls.length
    const listed = await store.list('new/')
    expect(listed.map(({ key }) => key)).toEqual(keys)
    expect(listed[7]?.at).toEqual(new Date(5_000))
    expect(sandbox.calls.length - calls).toBe(4)
    expect(await store.list('none/')).toEqual([])
  })
})

describe('a fault of the store', () => {
  const FAULTS: readonly [string, S3Fault][] = [
    ['an error of the server', { status: 500, code: 'InternalError' }],
    ['a plea to slow down', { status: 503, code: 'SlowDown' }],
    ['too many requests', { status: 429, code: 'TooManyRequests' }],
    ['another write at the same time', { status: 409, code: 'ConditionalRequestConflict' }],
    ['an upload that took too long', { status: 400, code: 'RequestTimeout' }],
    ['a line that breaks before the call', 'cut before it'],
    ['an answer that is lost', 'lose the answer'],
  ]
  test.each(FAULTS)('(%s) is passed over: the call is made again', async (_what, fault) => {
    const withFault = async <Result>(call: () => Promise<Result>): Promise<Result> => {
      faultsFirst(fault, fault)
      const result = await call()
      expect(sandbox.faultOf({ method: 'GET', key: '' })).toBeUndefined()
      return result
    }
    expect(await withFault(() => store.put('a', BYTES, 'absent'))).toBe(true)
    expect((await withFault(() => store.get('a')))?.bytes).toEqual(BYTES)
    const tag = (await store.get('a'))?.tag ?? ''
    expect(await withFault(() => store.put('a', Buffer.from('sealed anew'), { tag }))).toBe(true)
    expect(await withFault(() => store.copy({ from: 'a', to: 'b' }))).toBe(true)
    expect(await withFault(() => store.list(''))).toHaveLength(2)
    await withFault(() => store.remove('a'))
    expect([...sandbox.objects.keys()]).toEqual(['b'])
    expect(`${sandbox.objects.get('b')?.bytes}`).toBe('sealed anew')
    expect(answers.filter((fault) => fault !== undefined)).toEqual([])
  })

  test('does not turn a name that another has taken into a success', async () => {
    await store.put('a', Buffer.from('theirs'), 'absent')
    faultsFirst('cut before it')
    expect(await store.put('a', BYTES, 'absent')).toBe(false)
  })

  test.each(['cut the body', 'shorten the body', 'change a byte'] as const)(
    '(%s) never passes for the object: it is read again, and then refused',
    async (fault) => {
      await store.put('a', BYTES, 'absent')
      faultsFirst(fault, fault)
      expect((await store.get('a'))?.bytes).toEqual(BYTES)
      sandbox.faultOf = () => fault
      expect(await faultOf(store.get('a'))).toMatch(/^ObjectStoreUnavailable (NETWORK|MALFORMED_REPLY)$/)
    },
  )

  test.each(['cut the body', 'shorten the body'] as const)('(%s) never passes for a whole list', async (fault) => {
    for (const key of ['a', 'b', 'c', 'd', 'e']) await store.put(key, BYTES, 'absent')
    faultsFirst(undefined, fault)
    expect(await store.list('')).toHaveLength(5)
    sandbox.faultOf = () => fault
    expect(await faultOf(store.list(''))).toMatch(/^ObjectStoreUnavailable (NETWORK|MALFORMED_REPLY)$/)
  })

  test('that a copy meets after its status of success is no success', async () => {
    await store.put('a', BYTES, 'absent')
    faultsFirst({ status: 200, code: 'InternalError' })
    expect(await store.copy({ from: 'a', to: 'b' })).toBe(true)
    expect(sandbox.objects.get('b')?.bytes).toEqual(BYTES)
    sandbox.faultOf = () => ({ status: 200, code: 'InternalError' })
    expect(await faultOf(store.copy({ from: 'a', to: 'c' }))).toBe('ObjectStoreUnavailable MALFORMED_REPLY')
    expect(sandbox.objects.has('c')).toBe(false)
  })

  test('that stays is given up after four attempts, and each way of being away has its name', async () => {
    sandbox.faultOf = () => ({ status: 503, code: 'SlowDown' })
    expect(await faultOf(store.get('a'))).toBe('ObjectStoreUnavailable TOO_MANY_REQUESTS')
    expect(sandbox.calls).toHaveLength(4)
    sandbox.faultOf = () => ({ status: 500, code: 'InternalError' })
    expect(await faultOf(store.get('a'))).toBe('ObjectStoreUnavailable SERVER_ERROR')
    await sandbox.close()
    expect(await faultOf(store.get('a'))).toBe('ObjectStoreUnavailable UNREACHABLE')
    expect(answers.map((fault) => fault?.fault)).toEqual(['TOO_MANY_REQUESTS', 'SERVER_ERROR', 'UNREACHABLE'])
  })

  test('that is a silence ends with the deadline, however many attempts fit into it', async () => {
    sandbox.faultOf = () => 'never answer'
    const begun = performance.now()
    expect(await faultOf(storeWith({ timeoutMs: 200, deadlineMs: 700 }).get('a'))).toBe(
      'ObjectStoreUnavailable TIMEOUT',
    )
    expect(performance.now() - begun).toBeLessThan(5_000)
    expect(sandbox.calls.length).toBeGreaterThan(1)
    expect(sandbox.calls.length).toBeLessThan(4)
  })

  test.each([
    ['a wrong secret', { secret: 'another-secret' }, 'SignatureDoesNotMatch'],
    ['a wrong key', { keyId: 'another' }, 'InvalidAccessKeyId'],
    ['a bucket that does not exist', { bucket: 'another' }, 'NoSuchBucket'],
    ['a wrong region', { region: 'another' }, 'AuthorizationHeaderMalformed'],
  ])('that %s causes is refused at once, with the code of the store', async (_what, settings, code) => {
    const wrong = storeWith(settings)
    for (const call of [() => wrong.get('a'), () => wrong.list(''), () => wrong.put('a', BYTES, 'absent')]) {
      sandbox.calls.length = 0
      await expect(call()).rejects.toThrow(`ACCOUNT_REFUSED (${code})`)
      expect(sandbox.calls).toHaveLength(1)
    }
    expect(sandbox.objects.size).toBe(0)
  })

  test('that sends elsewhere is refused, so that no signature goes there', async () => {
    sandbox.faultOf = () => ({ status: 307, code: 'TemporaryRedirect' })
    await expect(store.get('a')).rejects.toThrow('ACCOUNT_REFUSED (TemporaryRedirect)')
    expect(sandbox.calls).toEqual([{ method: 'GET', key: 'a' }])
  })
})
