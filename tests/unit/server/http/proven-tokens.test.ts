import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ProvenTokens } from '#server/http/call-limit.ts'
import { callerOf } from '#tests/builders/caller.ts'

const ali = callerOf(7)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a token counts for its user for a minute after it was found, and no longer', async () => {
  const proven = new ProvenTokens()
  const find = proven.following(async (token) => (token === 'of-ali' ? ali : undefined))
  expect(proven.userOf('of-ali')).toBeUndefined()
  expect(await find('of-ali')).toBe(ali)
  vi.advanceTimersByTime(59_999)
  expect(proven.userOf('of-ali')).toBe(7)
  expect(proven.userOf('of-nobody')).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(proven.userOf('of-ali')).toBeUndefined()
})

test('a token whose session has ended counts for no user from its next lookup on', () => {
  const sessions = new Map([['of-ali', ali]])
  const proven = new ProvenTokens()
  const find = proven.following((token) => sessions.get(token))
  find('of-ali')
  expect(proven.userOf('of-ali')).toBe(7)
  sessions.clear()
  find('of-ali')
  expect(proven.userOf('of-ali')).toBeUndefined()
})
