import { expect, test } from 'vitest'
import { encryptPush, readBrowserKeys } from '#server/providers/push/web-push.ts'
import { pushBrowser } from '#tests/builders/push-browser.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

/** RFC 8291, section 5 and appendix A. */
const EXAMPLE = {
  text: 'When I grow up, I want to be a watermelon',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  browserPublic: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  browserPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
    'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

function keysOf(given: { p256dh: string; auth: string }) {
  const keys = readBrowserKeys(given)
  if (!keys) throw new Error('the keys cannot be read')
  return keys
}

test('encrypts the example of RFC 8291 to the byte, and its browser reads it', () => {
  const keys = keysOf({ p256dh: EXAMPLE.browserPublic, auth: EXAMPLE.auth })
  const body = encryptPush(EXAMPLE.text, keys, { privateKey: bytes(EXAMPLE.senderPrivate), salt: bytes(EXAMPLE.salt) })
  expect(body.toString('base64url')).toBe(EXAMPLE.body)
  const browser = pushBrowser('x', { privateKey: bytes(EXAMPLE.browserPrivate), auth: bytes(EXAMPLE.auth) })
  expect(browser.keys.p256dh).toBe(EXAMPLE.browserPublic)
  expect(browser.read(bytes(EXAMPLE.body))).toBe(EXAMPLE.text)
})

test('no two messages are alike, and another browser reads none', () => {
  const browser = pushBrowser('x')
  const keys = keysOf(browser.keys)
  const [first, second] = [encryptPush('سلام', keys), encryptPush('سلام', keys)]
  expect(first.equals(second)).toBe(false)
  expect([browser.read(first), browser.read(second)]).toEqual(['سلام', 'سلام'])
  expect(() => pushBrowser('x').read(first)).toThrow()
})

test('keys that are no point of the curve, or of another length, are none', () => {
  const { p256dh, auth } = pushBrowser('x').keys
  const offCurve = Buffer.from(p256dh, 'base64url')
  offCurve[64] = (offCurve[64] ?? 0) ^ 1
  expect(readBrowserKeys({ p256dh: offCurve.toString('base64url'), auth })).toBeUndefined()
  expect(readBrowserKeys({ p256dh: p256dh.slice(4), auth })).toBeUndefined()
  expect(readBrowserKeys({ p256dh, auth: auth.slice(4) })).toBeUndefined()
  expect(readBrowserKeys({ p256dh: '', auth: '' })).toBeUndefined()
})
