import { setTimeout as delay } from 'node:timers/promises'
import { formatDecimal } from '#domain/decimal.ts'
import { readCatalogue } from '../store/catalogue.ts'
import type { Database } from '../store/database.ts'
import type { ChainServices } from '../wallets/chains/chain-services.ts'
import { compareCustody, differenceOf, type NetworkBalances } from '../wallets/chains/compare-custody.ts'
import { tableText } from './table-text.ts'

/** A server that books a payment meanwhile has done so by then. */
const AGAIN_MS = 10_000

const COLUMNS = [
  'network',
  'coin',
  'hot',
  'deposits',
  'cold',
  'on the way',
  'ledger hot',
  'ledger cold',
  'pending',
  'difference',
]

function rowsOf({ network, coins }: NetworkBalances): string[][] {
  return coins.map((balance) => {
    const { coin, counted, outgoing, ledger, pending } = balance
    const text = (units: bigint | undefined) => (units === undefined ? '–' : formatDecimal(units, coin.decimals))
    return [
      ...[network, coin.symbol, text(counted?.hot), text(counted?.deposits), text(counted?.cold), text(outgoing)],
      ...[text(ledger.hot), text(ledger.cold), text(pending), text(differenceOf(balance))],
    ]
  })
}

/** The coins whose count differs from the ledger, each with its network. */
export const differing = (networks: readonly NetworkBalances[]) =>
  networks.flatMap(({ network, coins }) =>
    coins.flatMap((balance) => (differenceOf(balance) ? [`${network} ${balance.coin.symbol}`] : [])),
  )

interface CustodyReport {
  readonly text: string
  /** 0 where all is equal, 1 where something differs, 2 where custody did not say all of it. */
  readonly exitCode: number
}

/** Custody's coins beside the ledger's, read again where they differ. */
export async function reportCustody(
  { database, custody }: { readonly database: Database; readonly custody: ChainServices['custody'] },
  againMs = AGAIN_MS,
): Promise<CustodyReport> {
  const catalogue = await readCatalogue(database)
  const read = async () => {
    const status = await custody.ask('status', {})
    return compareCustody(
      { database, catalogue, custody, now: () => new Date() },
      status.kind === 'answered' ? status.result : undefined,
    )
  }
  let networks = await read()
  if (differing(networks).length > 0) {
    await delay(againMs)
    networks = await read()
  }
  const silent = networks.filter(({ answered }) => !answered).map(({ network }) => network)
  const found = differing(networks)
  const verdict = [
    ...(found.length > 0 ? [`Custody and the ledger differ: ${found.join(', ')}.`] : []),
    ...(silent.length > 0 || networks.length === 0
      ? [`Custody did not answer: ${silent.join(', ') || 'no network'}.`]
      : []),
  ]
  const lines = [...tableText([COLUMNS, ...networks.flatMap(rowsOf)], { texts: 2 }), '', ...verdict]
  const text = [...lines, ...(verdict.length === 0 ? ['Custody and the ledger agree.'] : [])].join('\n')
  return { text, exitCode: found.length > 0 ? 1 : verdict.length > 0 ? 2 : 0 }
}
