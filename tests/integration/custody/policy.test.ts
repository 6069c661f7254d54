import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CustodyParams } from '#contract/custody.ts'
import { canonicalIntent, canonicalResume } from '#contract/custody-approvals.ts'
import { custodyOperators } from '#tests/builders/custody-operators.ts'
import { AMPLE, type CustodyProcess, custodyFolder, evmPolicy, startCustody } from '#tests/setup/custody-process.ts'
import { type Anvil, startAnvil } from '../../../src/scripts/anvil.ts'

const operators = custodyOperators('leila', 'omid')
const limits = (perTransaction: string, perHour: string, perDay: string) => ({ perTransaction, perHour, perDay })

let anvil: Anvil
let custody: CustodyProcess
let folder: string
let remove: () => Promise<void>
const start = () => startCustody({ folder, nodes: { ERC20: anvil.url } })

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_337 })
  const policy = evmPolicy({
    operators: operators.inPolicy,
    limits: { ETHEREUM: { automatic: limits('2', '3', '4'), approved: limits('10', '12', '20') }, TETHER: AMPLE },
  })
  ;({ folder, remove } = await custodyFolder(policy))
  custody = start()
  const hot = (await custody.ask('status', {})).networks[0]?.hotAddress
  await anvil.call('anvil_setBalance', hot, `0x${(10n ** 21n).toString(16)}`)
})
afterAll(async () => {
  await custody.stop()
  await anvil.stop()
  await remove()
})

const ETHER = 10n ** 18n
let payments = 0
function payment(ether: bigint): CustodyParams<'send'> {
  payments += 1
  const to = `0x${'2'.repeat(36)}${payments.toString().padStart(4, '0')}`
  const amount = (ether * ETHER).toString()
  return { id: `payment-${payments}`, network: 'ERC20', coin: 'ETHEREUM', to, amount, approvals: [] }
}
const approve = (intent: CustodyParams<'send'>, chain = '31337') =>
  operators.approvals(canonicalIntent(intent, { chain, decimals: 18 }))
const approveResume = (stoppedAt: number) => operators.approvals(canonicalResume(stoppedAt))
const arrived = async ({ to }: CustodyParams<'send'>) =>
  BigInt(await anvil.call<string>('eth_getBalance', to, 'latest'))

describe('the policy', () => {
  test('lets the automatic hour be used up, counts over a kill, and then needs two operators', async () => {
    expect(await custody.refusal('send', payment(3n))).toBe('APPROVALS_NEEDED')
    await custody.ask('send', payment(2n))
    await custody.ask('send', payment(1n))
    expect(await custody.refusal('send', payment(1n))).toBe('APPROVALS_NEEDED')
    await custody.kill()
    custody = start()
    const more = payment(1n)
    expect(await custody.refusal('send', more)).toBe('APPROVALS_NEEDED')
    const [one = approve(more)[0], two] = approve(more)
    const none = { ...more, approvals: one ? [one, one] : [] }
    expect(await custody.refusal('send', none)).toBe('APPROVALS_NEEDED')
    expect(await custody.refusal('send', { ...more, approvals: approve(payment(1n)) })).toBe('APPROVAL_INVALID')
    expect(await custody.refusal('send', { ...more, approvals: approve(more, '1') })).toBe('APPROVAL_INVALID')
    expect(await arrived(more)).toBe(0n)
    const approved = { ...more, approvals: [one, two].flatMap((each) => (each ? [each] : [])) }
    expect(await custody.ask('send', approved)).toMatchObject({ state: 'SENT' })
    expect(await arrived(more)).toBe(ETHER)
  })

  test('refuses what is for cold storage, whoever approves it, and alarms in its log', async () => {
    const large = payment(11n)
    expect(await custody.refusal('send', { ...large, approvals: approve(large) })).toBe('COLD_ONLY')
    const within = payment(8n)
    await custody.ask('send', { ...within, approvals: approve(within) })
    const last = payment(1n)
    expect(await custody.refusal('send', { ...last, approvals: approve(last) })).toBe('COLD_ONLY')
    expect(custody.log()).toMatch(/"level":40.*"code":"COLD_ONLY"/)
  })

  test('lets a stop be undone by two operators alone, each stop by its own approvals', async () => {
    const stop = async () => {
      await custody.ask('stop', { by: 'leila' })
      return (await custody.ask('status', {})).stoppedAt ?? 0
    }
    const first = approveResume(await stop())
    expect(await custody.refusal('resume', { by: 'server' })).toBe('APPROVALS_NEEDED')
    expect(await custody.refusal('resume', { by: 'server', approvals: first.slice(1) })).toBe('APPROVALS_NEEDED')
    await custody.kill()
    custody = start()
    expect(await custody.ask('resume', { by: 'leila', approvals: first })).toEqual({ stopped: false })
    await stop()
    expect(await custody.refusal('resume', { by: 'server', approvals: first })).toBe('APPROVAL_INVALID')
    const { stoppedAt = 0 } = await custody.ask('status', {})
    expect(await custody.ask('resume', { by: 'leila', approvals: approveResume(stoppedAt) })).toEqual({
      stopped: false,
    })
  })

  test('bounds what all transactions of a day may cost, raised fees among them', async () => {
    const plain = evmPolicy()
    const ERC20 = plain.networks.ERC20
    const bounded = { ...plain, networks: { ...(ERC20 && { ERC20: { ...ERC20, feePerDay: '0.0005' } }) } }
    const { folder: other, remove: removeOther } = await custodyFolder(bounded)
    const own = startCustody({ folder: other, nodes: { ERC20: anvil.url } })
    const hot = (await own.ask('status', {})).networks[0]?.hotAddress
    await anvil.call('anvil_setBalance', hot, `0x${(10n ** 21n).toString(16)}`)
    await anvil.call('evm_setAutomine', false)
    const stuck = payment(1n)
    await own.ask('send', stuck)
    let codes: (string | undefined)[] = []
    for (let tries = 0; tries < 40; tries += 1) codes.push(await own.refusal('replace', { id: stuck.id }))
    expect(codes[0]).toBeUndefined()
    codes = codes.slice(codes.indexOf('FEE_TOO_HIGH'))
    expect(new Set(codes)).toEqual(new Set(['FEE_TOO_HIGH']))
    const journal = readFileSync(join(other, 'journal.jsonl'), 'utf8')
    const fees = [...journal.matchAll(/"fee":"(\d+)"/g)].map(([, fee = '']) => BigInt(fee))
    const sum = fees.reduce((whole, each) => whole + each, 0n)
    expect(sum <= ETHER / 2_000n && sum > ETHER / 4_000n).toBe(true)
    await anvil.call('evm_setAutomine', true)
    await own.stop()
    await removeOther()
  })

  test('holds for a hundred payments at once', async () => {
    const { folder: other, remove: removeOther } = await custodyFolder(
      evmPolicy({ limits: { ETHEREUM: { automatic: limits('1', '5', '5'), approved: limits('1', '5', '5') } } }),
    )
    const own = startCustody({ folder: other, nodes: { ERC20: anvil.url } })
    const hot = (await own.ask('status', {})).networks[0]?.hotAddress
    await anvil.call('anvil_setBalance', hot, `0x${(10n ** 21n).toString(16)}`)
    const many = Array.from({ length: 100 }, () => payment(1n))
    const codes = await Promise.all(many.map((each) => own.refusal('send', each)))
    expect(codes.filter((code) => code === undefined)).toHaveLength(5)
    expect(codes.filter((code) => code === 'COLD_ONLY')).toHaveLength(95)
    const sums = await Promise.all(many.map(arrived))
    expect(sums.reduce((sum, each) => sum + each, 0n)).toBe(5n * ETHER)
    await own.stop()
    await removeOther()
  })
})
