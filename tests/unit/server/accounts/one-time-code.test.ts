import { expect, test } from 'vitest'
import { checkCode, makeCode } from '#server/accounts/one-time-code.ts'

const at = new Date('2026-11-20T08:00:00Z')
const after = (ms: number) => new Date(at.getTime() + ms)

test('a code has the digits asked for, zeros in front included, and is kept only salted and hashed', () => {
  const made = Array.from({ length: 300 }, () => makeCode({ purpose: 'identity', at }))
  for (const { text, kept } of made) {
    expect(text).toMatch(/^\d{5}$/)
    expect(Buffer.from(kept.hash).toString('latin1')).not.toContain(text)
  }
  expect(made.some(({ text }) => text.startsWith('0'))).toBe(true)
  expect(new Set(made.map(({ kept }) => Buffer.from(kept.salt).toString('hex'))).size).toBe(300)
})

test('a code is right until its end, and wrong where a digit differs', () => {
  const { text, kept } = makeCode({ purpose: 'login', at })
  expect(checkCode(kept, { text, at: after(119_999) })).toBe('right')
  expect(checkCode(kept, { text: `${text.slice(1)}${text.startsWith('1') ? 2 : 1}x`, at })).toBe('wrong')
  expect(checkCode(kept, { text, at: after(120_000) })).toBe('expired')
})

test('after five wrong tries even the right code is not looked at', () => {
  const { text, kept } = makeCode({ purpose: 'login', at })
  expect(checkCode({ ...kept, tries: 4 }, { text, at })).toBe('right')
  expect(checkCode({ ...kept, tries: 5 }, { text, at })).toBe('used-up')
})
