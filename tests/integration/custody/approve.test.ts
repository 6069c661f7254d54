import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { canonicalIntent } from '#contract/custody-approvals.ts'
import { checkLimits, checkResume } from '#custody/check-limits.ts'
import { parsePolicy } from '#custody/policy.ts'

const folder = mkdtempSync(join(tmpdir(), 'kimia-approve-'))
afterAll(() => rmSync(folder, { recursive: true }))

const PASSPHRASE = 'correct horse battery staple'
const run = (args: readonly string[], input: string) =>
  spawnSync(process.execPath, ['src/custody/approve.ts', ...args], { input, encoding: 'utf8' })
const limits = (most: string) => ({ perTransaction: most, perHour: most, perDay: most })

test('two operators make keys and approve a payment that the policy then lets pass, and no other', () => {
  const files = ['leila', 'omid'].map((name) => [name, join(folder, `${name}.pem`)] as const)
  expect(run(['--new', 'leila', join(folder, 'short.pem')], 'short\n').status).toBe(1)
  const operators = files.map(([name, file]) => JSON.parse(run(['--new', name, file], `${PASSPHRASE}\n`).stdout))
  expect(run(['--new', 'leila', files[0]?.[1] ?? ''], `${PASSPHRASE}\n`).status).toBe(1)
  expect(readFileSync(files[0]?.[1] ?? '', 'utf8')).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----/)

  const intent = { id: 'payment-1', network: 'ERC20', coin: 'TETHER', to: '0xabc', amount: '2500000' } as const
  const asked = { intent, chain: '31337', decimals: 6 }
  const approve = ([name, file]: readonly [string, string], passphrase = PASSPHRASE, text = JSON.stringify(asked)) =>
    run([name, file], `${passphrase}\n${text}`)
  const answers = files.map((each) => approve(each))
  expect(answers[0]?.stderr).toContain('2.5 TETHER over ERC20 (chain 31337) to 0xabc')
  const approvals = answers.map(({ stdout }) => JSON.parse(stdout))

  const policy = parsePolicy({
    operators,
    limits: { TETHER: { automatic: limits('1'), approved: limits('9') } },
    networks: {},
  })
  const payment = { coin: 'TETHER', amount: 25n * 10n ** 23n, at: 1, past: [], approvals }
  expect(checkLimits({ ...payment, canonical: canonicalIntent(intent, asked) }, policy)).toEqual(['leila', 'omid'])
  const other = canonicalIntent({ ...intent, to: '0xdef' }, asked)
  expect(checkLimits({ ...payment, canonical: other }, policy)).toMatchObject({ code: 'APPROVAL_INVALID' })

  const resume = files.map((each) => JSON.parse(approve(each, PASSPHRASE, '{"resume":1700000000000}').stdout))
  expect(checkResume({ approvals: resume, stoppedAt: 1_700_000_000_000 }, policy)).toBeUndefined()
  expect(checkResume({ approvals: resume, stoppedAt: 1_700_000_000_001 }, policy)).toMatchObject({
    code: 'APPROVAL_INVALID',
  })

  const first = files[0] ?? ['', '']
  for (const [passphrase, text] of [
    ['wrong horse battery staple', JSON.stringify(asked)],
    [PASSPHRASE, '{"intent":{}}'],
    [PASSPHRASE, 'nonsense'],
  ])
    expect(approve(first, passphrase, text)).toMatchObject({ status: 1, stdout: '' })
})
