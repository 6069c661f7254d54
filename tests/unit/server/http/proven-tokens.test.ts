import { expect, test } from 'vitest'
import { ProvenTokens } from '#server/http/call-limit.ts'
import { CHARGES } from '#tests/builders/commands.ts'

const ali = { userId: 7, sessionId: 1, authorized: true, supervisor: false, charges: CHARGES }

test('a token counts for its user for a minute after it was found, and no longer', async () => {
  let nowMs = 0
  const proven = new ProvenTokens(() => nowMs)
  const find = proven.following(async (token) => (token === 'of-ali' ? ali : undefined))
  expect(proven.userOf('of-ali')).toBeUndefined()
  expect(await find('of-ali')).toBe(ali)
  nowMs = 59_999
  expect(proven.userOf('of-ali')).toBe(7)
  expect(proven.userOf('of-nobody')).toBeUndefined()
  nowMs = 60_000
  expect(proven.userOf('of-ali')).toBeUndefined()
})

test('a token whose session has ended counts for nobody as soon as that was seen', () => {
  const sessions = new Map([['of-ali', ali]])
  const proven = new ProvenTokens(() => 0)
  const find = proven.following((token) => sessions.get(token))
  find('of-ali')
  expect(proven.userOf('of-ali')).toBe(7)
  sessions.clear()
  find('of-ali')
  expect(proven.userOf('of-ali')).toBeUndefined()
})
