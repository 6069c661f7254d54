import { expect, test } from 'vitest'
import { ClientKey } from '#contract/values.ts'
import { serverKey } from '#server/exchange/exchange.ts'

test('no key that a client may choose is one of the server', () => {
  for (const name of ['capital:returned:18:TOMAN:hold', 'deposit/7', 'operator:0b5b7f1c'])
    expect(ClientKey.safeParse(serverKey(name)).success).toBe(false)
})
