import { expect, test } from 'vitest'
import { hasTag, indexOfTag, isMemoId, readTag, tagOfIndex } from '#domain/tags.ts'

test('a destination tag of XRP is a number of 32 bits', () => {
  expect(['0', ' 007 ', '4294967295'].map((text) => readTag('XRP', text))).toEqual(['0', '7', '4294967295'])
  for (const text of ['', ' ', '4294967296', '-1', '1.0', '1e3', '0x1', '۷', 'seven', '9'.repeat(40)])
    expect(readTag('XRP', text), text).toBeUndefined()
})

test('a memo of Stellar is a number of 64 bits, or a text of 28 bytes', () => {
  const most = '18446744073709551615'
  expect(readTag('XLM', most)).toBe(most)
  expect([most, '18446744073709551616', '007', 'order 7'].map(isMemoId)).toEqual([true, false, false, false])
  for (const text of ['order 7', '007', 'a'.repeat(28), 'ک'.repeat(14), '😀'.repeat(7)])
    expect(readTag('XLM', text), text).toBe(text)
  for (const text of ['', 'a'.repeat(29), 'ک'.repeat(15), '😀'.repeat(8), 'a\nb'])
    expect(readTag('XLM', text), text).toBeUndefined()
})

test('other networks have none', () => {
  expect(['XRP', 'XLM', 'BTC', 'toString'].map(hasTag)).toEqual([true, true, false, false])
})

test('each index has a tag of its own, which both networks send and which names it again', () => {
  const indices = [0, 1, 2, 3, 1_000, 999_999, 2 ** 31 - 1]
  const tags = indices.map(tagOfIndex)
  expect(tags.slice(0, 3)).toEqual(['1013904223', '406904052', '1947387529'])
  for (const network of ['XRP', 'XLM'] as const) expect(tags.map((tag) => readTag(network, tag))).toEqual(tags)
  expect(tags.map(indexOfTag)).toEqual(indices)
  for (const tag of ['', 'seven', '-1', '2147483648', '18446744073709551615'])
    expect(indexOfTag(tag), tag).toBeUndefined()
})

test('one wrong digit in a tag names none of a million users', () => {
  const USERS = 1_000_000
  const found: string[] = []
  for (let index = 0; index < USERS; index += 997) {
    const tag = tagOfIndex(index)
    for (let place = 0; place < tag.length; place += 1)
      for (const digit of '0123456789') {
        const wrong = `${tag.slice(0, place)}${digit}${tag.slice(place + 1)}`
        const named = wrong === tag ? undefined : indexOfTag(wrong)
        if (named !== undefined && named < USERS) found.push(wrong)
      }
  }
  expect(found).toEqual([])
  // Nobody is named by 0, which some wallets send where their user gives no tag.
  expect(indexOfTag('0')).toBeGreaterThan(USERS)
})
