import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Journal, openJournal } from '#custody/journal.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kimia-journal-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const HOUR = 3_600_000
let clock = 0
const open = () => openJournal(folder, () => clock)
const file = () => join(folder, 'journal.jsonl')

function accept(journal: Journal, id: string, more: { nonce?: number; decimals?: number; approvedBy?: string[] } = {}) {
  const { nonce = 0, decimals = 6, approvedBy = [] } = more
  journal.append({
    type: 'intent',
    kind: 'payment',
    id,
    network: 'ERC20',
    coin: 'TETHER',
    to: '0x1',
    amount: '2500000',
    decimals,
    approvedBy,
    plan: { unsigned: '0x', keys: [], spends: [`1/0#${nonce}`], fee: '1' },
  })
}

describe('a journal', () => {
  test('forgets nothing over a restart: intents, versions, spent nonces, sums and the switch', () => {
    clock = 100 * HOUR
    const before = open()
    accept(before, 'payment-1')
    before.append({ type: 'signed', id: 'payment-1', txid: 'a', raw: '0xaa' })
    before.append({ type: 'sent', id: 'payment-1', txid: 'a' })
    const plan = { unsigned: '0x', keys: [], spends: ['1/0#0'], fee: '2' }
    before.append({ type: 'replacement', id: 'payment-1', plan })
    before.append({ type: 'signed', id: 'payment-1', txid: 'b', raw: '0xbb' })
    accept(before, 'payment-2', { nonce: 1, decimals: 18, approvedBy: ['leila', 'omid'] })
    before.append({ type: 'switch', stopped: true, by: 'leila' })
    before.close()

    const after = open()
    expect(after.find('payment-1')?.versions.map(({ txid, raw, sent }) => [txid, raw, sent])).toEqual([
      ['a', '0xaa', true],
      ['b', '0xbb', false],
    ])
    expect([after.intentOf('a'), after.intentOf('b'), after.intentOf('c')]).toEqual([
      'payment-1',
      'payment-1',
      undefined,
    ])
    expect([...after.spentOn('ERC20')]).toEqual(['1/0#0', '1/0#1'])
    expect(after.stopped).toBe(true)
    // 2.5 coins of a network with 6 decimals, and 2.5 × 10^-12 of one with 18.
    expect(after.paymentsOf('TETHER', clock).map(({ amount, approved }) => [amount, approved])).toEqual([
      [25n * 10n ** 23n, false],
      [25n * 10n ** 11n, true],
    ])
    after.close()
  })

  test('keeps its time when the clock is set back, so that no limit is freed', () => {
    clock = 100 * HOUR
    const journal = open()
    accept(journal, 'payment-1')
    clock = 50 * HOUR
    accept(journal, 'payment-2', { nonce: 1 })
    expect(journal.paymentsOf('TETHER', journal.now()).map(({ at }) => at)).toEqual([100 * HOUR, 100 * HOUR])
    clock = 125 * HOUR
    expect(journal.paymentsOf('TETHER', journal.now())).toEqual([])
    journal.close()
  })

  test('drops a last line that was cut off while it was written, and nothing else', () => {
    const before = open()
    accept(before, 'payment-1')
    before.close()
    const whole = readFileSync(file(), 'utf8')
    appendFileSync(file(), '{"type":"intent","id":"پرد')
    const after = open()
    accept(after, 'payment-2', { nonce: 1 })
    after.close()
    expect(readFileSync(file(), 'utf8').startsWith(whole)).toBe(true)
    const again = open()
    expect([again.find('payment-1'), again.find('payment-2')].map((each) => each?.id)).toEqual([
      'payment-1',
      'payment-2',
    ])
    again.close()
  })

  test('with a damaged line does not open, and neither does one in use', () => {
    const journal = open()
    expect(() => open()).toThrow('in use by another process')
    accept(journal, 'payment-1')
    journal.close()
    const text = readFileSync(file(), 'utf8')
    writeFileSync(file(), `${text.replace('"payment"', '"gift"')}${text}`)
    expect(() => open()).toThrow('line 1 of the journal is damaged')
  })
})
