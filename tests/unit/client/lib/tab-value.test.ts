import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { tabValue, wipeTabValues } from '#client/lib/tab-value.ts'

const draft = tabValue('draft', z.object({ text: z.string() }), { wipedAtLogout: true })

afterEach(() => vi.restoreAllMocks())

test('a kept value is read until it is dropped', () => {
  expect(draft.read()).toBeUndefined()
  draft.keep({ text: 'half a' })
  expect(draft.read()).toEqual({ text: 'half a' })
  draft.drop()
  expect(draft.read()).toBeUndefined()
})

test.each(['{"text":1}', 'no JSON', 'null'])('what another version of the app has left is not read: %s', (stored) => {
  sessionStorage.setItem('own:draft', stored)
  expect(draft.read()).toBeUndefined()
})

test('a browser that refuses storage loses the value and nothing else', () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  for (const name of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, name).mockImplementation(refuse)
  draft.keep({ text: 'half a' })
  expect(draft.read()).toBeUndefined()
  expect(draft.drop).not.toThrow()
  expect(wipeTabValues).not.toThrow()
})
