import { expect, test } from 'vitest'
import { submitWhileHeld } from '#server/compose/traders.ts'
import type { Exchange } from '#server/exchange/exchange.ts'
import { order } from '#tests/builders/commands.ts'

test('a process that has lost the lease of the traders sends no order and no cancellation any more', async () => {
  let sent = 0
  let isHeld = true
  const submit: Exchange['submit'] = async () => {
    sent += 1
    throw new Error('answered')
  }
  const leased = submitWhileHeld({ submit }, { isHeld: () => isHeld })
  const command = order('ali buys 1 GOLD at 100', { key: 'maker:1', at: 0, terms: {} })
  await expect(leased(command)).rejects.toThrow('answered')
  isHeld = false
  await expect(leased(command)).rejects.toThrow('another process trades')
  expect(sent).toBe(1)
})
