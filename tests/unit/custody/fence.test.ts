import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CustodyMethod } from '#contract/custody.ts'
import { answer } from '#custody/answer.ts'
import { type Journal, openJournal } from '#custody/journal.ts'
import type { Policy } from '#custody/policy.ts'

const POLICY: Policy = { networks: new Map(), limits: new Map(), operators: new Map() }
const PARAMS: Partial<Record<CustodyMethod, unknown>> = {
  send: { id: 'payment-1', network: 'ERC20', coin: 'TETHER', to: '0x1', amount: '1', approvals: [] },
  replace: { id: 'payment-1' },
  sweep: { id: 'payment-1', network: 'ERC20', index: 1, coin: 'TETHER' },
  find: { id: 'payment-1' },
  stop: { by: 'leila' },
  resume: { by: 'leila' },
}

let folder: string
let journal: Journal
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kimia-fence-'))
  journal = openJournal(folder)
})
afterEach(() => {
  journal.close()
  rmSync(folder, { recursive: true })
})

/** The code of the refusal of custody without networks, or `undefined`. */
async function refusal(method: CustodyMethod, number?: number, job = 'send withdrawals') {
  const custody = { journal, policy: POLICY, chains: new Map(), cold: new Map(), inTurn: () => Promise.reject() }
  const fence = number === undefined ? undefined : { job, number }
  const result = await answer(custody, { method, params: PARAMS[method], fence })
  return result instanceof Object && 'code' in result ? result.code : undefined
}

describe('a request to custody', () => {
  test.each([
    ['send', 'NETWORK_NOT_CONFIGURED'],
    ['replace', 'UNKNOWN_INTENT'],
    ['sweep', 'NETWORK_NOT_CONFIGURED'],
  ] as const)('to %s needs a lease, and none is served below one that has asked', async (method, served) => {
    expect(await refusal(method)).toBe('BAD_REQUEST')
    expect(await refusal(method, 7)).toBe(served)
    expect(await refusal(method, 7)).toBe(served)
    expect(await refusal(method, 6)).toBe('LEASE_LOST')
    expect(await refusal(method, 8)).toBe(served)
    expect(await refusal(method, 7)).toBe('LEASE_LOST')
  })

  test('is compared with those of its own job alone', async () => {
    expect(await refusal('send', 7)).toBe('NETWORK_NOT_CONFIGURED')
    expect(await refusal('sweep', 3, 'move deposits')).toBe('NETWORK_NOT_CONFIGURED')
    expect(await refusal('send', 6)).toBe('LEASE_LOST')
  })

  test('that only looks needs no lease, and under one that was lost it is refused, since it may send lost bytes again', async () => {
    expect(await refusal('find')).toBeUndefined()
    expect(await refusal('find', 7)).toBeUndefined()
    expect(await refusal('find', 6)).toBe('LEASE_LOST')
  })

  test('under an old lease is refused after a restart, and served again once operators have resumed sending', async () => {
    await refusal('send', 7)
    journal.close()
    journal = openJournal(folder)
    expect(await refusal('send', 6)).toBe('LEASE_LOST')
    await refusal('stop')
    expect(await refusal('send', 6)).toBe('LEASE_LOST')
    await refusal('resume')
    expect(await refusal('send', 6)).toBe('NETWORK_NOT_CONFIGURED')
    journal.close()
    journal = openJournal(folder)
    expect(await refusal('send', 5)).toBe('LEASE_LOST')
  })
})
