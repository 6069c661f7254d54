import { createHash } from 'node:crypto'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { OwnProofScreen } from '#client/features/liabilities/own-proof-screen.tsx'
import { getCoinDetails } from '#contract/coins.ts'
import { getLiabilities, getLiabilityProof } from '#contract/liabilities.ts'
import { getWallets } from '#contract/wallets.ts'
import { type LiabilityProof, statementText } from '#domain/liabilities.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { plantTree } from '#tests/builders/liability-tree.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const ALI = '+989121234567'
const TREE = plantTree([
  { holder: ALI, amount: 1_500n },
  { holder: 'another', amount: 7n },
  { holder: ALI, amount: 1_000n },
])
const FINGERPRINT = createHash('sha256').update(statementText(TREE.statement)).digest('hex')
const PUBLISHED = { statement: TREE.statement, fingerprint: FINGERPRINT, reserves: null }
const wallet = (coin: string, totalBalance: string) => ({
  ...{ coin, credit: totalBalance, blockedCredit: '0', totalBalance, wholePriceOfCredit: null },
})

describe('the own proof', () => {
  const server = clientServer()

  beforeEach(() => {
    vi.stubGlobal('isSecureContext', true)
    server.use(
      mockEndpoint(getCoinDetails, WIRE_COINS),
      mockEndpoint(getLiabilities, {
        baseDTO: PUBLISHED,
        content: [{ number: '3', at: TREE.statement.at, fingerprint: PUBLISHED.fingerprint }],
      }),
      mockEndpoint(getWallets, { baseDTO: { GOLD: wallet('GOLD', '2'), BITCOIN: wallet('BITCOIN', '0.5') } }),
    )
  })
  afterEach(() => vi.unstubAllGlobals())

  const answerWith = (baseDTO: LiabilityProof) => server.use(mockEndpoint(getLiabilityProof, { baseDTO }))

  async function check() {
    await drawClient(<OwnProofScreen />, { language: 'en' })
    await userEvent.click(await screen.findByRole('button', { name: 'Check my proof' }))
  }

  test('shows the proven balances beside the present ones, with assets that the file lacks, and whose file it is', async () => {
    answerWith(TREE.proofOf(ALI))
    await check()
    expect(await screen.findByText('These amounts are in the total')).toBeVisible()
    const rows = within(await screen.findByRole('table', { name: 'Result for each asset' })).getAllByRole('row')
    expect(rows[1]).toHaveTextContent(/Gold.*2\.5.*2/)
    expect(rows[2]).toHaveTextContent(/Bitcoin.*0.*0\.5/)
    expect(screen.getByText(ALI)).toBeVisible()
    expect(await screen.findByText(/Assets with a proven amount of zero aren't in the file/)).toBeVisible()
  })

  test('of no asset is no success', async () => {
    answerWith({ ...TREE.proofOf(ALI), coins: [] })
    await check()
    expect(await screen.findByText(/Assets with a proven amount of zero aren't in the file/)).toBeVisible()
    expect(screen.queryByText('These amounts are in the total')).toBeNull()
  })

  test('says that assets may be missing where the present balances do not load', async () => {
    server.use(mockEndpoint(getWallets, refuseWith('FORBIDDEN')))
    answerWith(TREE.proofOf(ALI))
    await check()
    expect(await screen.findByText(/Your present balances didn't load/)).toBeVisible()
  })

  test('is not valid beside the fingerprint of another statement, which others may have compared', async () => {
    server.use(mockEndpoint(getLiabilities, { baseDTO: { ...PUBLISHED, fingerprint: 'f'.repeat(64) }, content: [] }))
    answerWith(TREE.proofOf(ALI))
    await check()
    expect(await screen.findByText("The file's statement isn't the published one.", { exact: false })).toBeVisible()
  })

  test('with a negative sum says so, and can be kept', async () => {
    const proof = TREE.proofOf(ALI)
    const [coin] = proof.coins
    if (!coin) throw new Error('the file has no coin')
    const leaves = coin.leaves.map((leaf) => ({
      ...leaf,
      siblings: leaf.siblings.map((each) => ({ ...each, sum: '-5' })),
    }))
    answerWith({ ...proof, coins: [{ ...coin, leaves }] })
    await check()
    expect(await screen.findByText("A leaf or its neighbour can't be read.", { exact: false })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Download my proof' })).toBeEnabled()
  })

  test('says which check has failed of a file that was changed', async () => {
    const proof = TREE.proofOf(ALI)
    answerWith({ ...proof, coins: proof.coins.map((coin) => ({ ...coin, balance: '2501' })) })
    await check()
    expect(await screen.findByText("The leaves aren't the balance in the file.", { exact: false })).toBeVisible()
    expect(screen.queryByText('These amounts are in the total')).toBeNull()
  })

  test('does not take the file’s own statement for the published one', async () => {
    answerWith(
      plantTree([
        { holder: ALI, amount: 2_500n },
        { holder: ALI, amount: 0n },
      ]).proofOf(ALI),
    )
    await check()
    expect(await screen.findByText("The file's statement isn't the published one.", { exact: false })).toBeVisible()
  })

  test('is saved as a file, which the button of the check brings', async () => {
    answerWith(TREE.proofOf(ALI))
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved.push(blob)
      return 'blob:proof'
    })
    URL.revokeObjectURL = () => undefined
    await check()
    await userEvent.click(await screen.findByRole('button', { name: 'Download my proof' }))
    expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual(TREE.proofOf(ALI))
  })

  test.each([
    ['NO_BALANCE_IN_STATEMENT', 'Your balance was zero at that time'],
    ['ACCOUNT_AFTER_STATEMENT', 'Your account is newer than this statement'],
    ['PROOF_NOT_KEPT', 'Proofs of this statement are no longer kept'],
    ['NOT_FOUND', 'There is no proof for you in this statement'],
  ] as const)(
    'that is missing for the reason %s is explained by "%s", with the time and a way to support',
    async (code, title) => {
      server.use(mockEndpoint(getLiabilityProof, refuseWith(code)))
      await check()
      expect(await screen.findByText(title)).toBeVisible()
      expect(screen.getByText(/This statement is of 29 Nov 2026/)).toBeVisible()
      expect(screen.getByRole('link', { name: 'Write to support' })).toHaveAttribute(
        'href',
        expect.stringMatching(/^\/profile\/support/),
      )
      expect(screen.queryByText(/Keep the file to yourself/)).toBeNull()
    },
  )

  test('asks to keep the file only where there is one', async () => {
    answerWith(TREE.proofOf(ALI))
    await check()
    expect(await screen.findByText(/Keep the file to yourself/)).toBeVisible()
  })

  test('waits for the first statement', async () => {
    server.use(mockEndpoint(getLiabilities, { baseDTO: null, content: [] }))
    await drawClient(<OwnProofScreen />, { language: 'en' })
    expect(await screen.findByText('No statement is published yet')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Check my proof' })).toBeNull()
  })
})
