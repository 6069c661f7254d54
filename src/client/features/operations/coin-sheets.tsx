import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { proposeCoin, proposeCoinChange, switchNetwork } from '#contract/operations-settings.ts'
import { KNOWN_NETWORKS } from '#domain/networks.ts'
import { ActSheet } from './act-sheet.tsx'
import {
  isComplete,
  NEW_NETWORK,
  NetworkFields,
  type NetworkText,
  networkBody,
  openNetworkBody,
} from './network-fields.tsx'
import { countOf, FieldsSheet, type Settings, useDoneOrProposed, useField, useProposal } from './setting-form.tsx'

const FIELDS = ['symbol', 'code', 'priceSource', 'decimals', 'precision', 'quickTradeMin', 'quickTradeMax'] as const
const NAMES = ['persianName', 'englishName'] as const

type Values = Readonly<Record<string, string>>

/** The form of a new coin with its networks, at least one. */
export function NewCoinSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('desk')
  const field = useField()
  const [networks, setNetworks] = useState<readonly NetworkText[]>([NEW_NETWORK])
  const { t: ofMarkets } = useTranslation('proposals')
  const hints: Partial<Record<(typeof FIELDS)[number], string>> = {
    symbol: t('settings.example.symbol'),
    code: t('settings.example.code'),
    priceSource: ofMarkets('market.priceSource.hint'),
  }
  const fields = FIELDS.map((name) => ({ ...field(name), ...(hints[name] ? { hint: hints[name] } : {}) }))
  const names = NAMES.map((name) => ({ ...field(name), words: true as const }))
  return (
    <FieldsSheet
      {...useProposal()}
      title={t('settings.newCoin')}
      fields={[...fields, ...names]}
      values={{}}
      incomplete={!networks.every(isComplete)}
      act={(values, reason) =>
        callApi(proposeCoin, { body: { ...coinBody(values), networks: networks.map(openNetworkBody), reason } })
      }
      onClose={onClose}
    >
      {(state) => <NetworkFields networks={networks} state={state} onChange={setNetworks} />}
    </FieldsSheet>
  )
}

const coinBody = (values: Values) => ({
  symbol: (values.symbol ?? '').toUpperCase(),
  code: (values.code ?? '').toUpperCase(),
  priceSource: (values.priceSource ?? '').toLowerCase(),
  persianName: values.persianName ?? '',
  englishName: values.englishName ?? '',
  decimals: countOf(values.decimals),
  precision: countOf(values.precision),
  quickTradeMin: values.quickTradeMin ?? '',
  quickTradeMax: values.quickTradeMax ?? '',
})

type Coin = Settings['coins'][number]

const BOUNDS = ['quickTradeMin', 'quickTradeMax', 'inventoryMin', 'inventoryMax'] as const
const HOT = ['hotShareMax'] as const
const BANK = ['minDeposit', 'maxDeposit', 'minWithdraw', 'maxWithdraw'] as const

/** The form of a coin's fees and bounds; its networks are opened and stopped in the list, and none is removed. */
export function ChangeCoinSheet({ coin, onClose }: { coin: Coin; onClose: () => void }) {
  const { symbol, bank, revision } = coin
  const { t } = useTranslation('proposals')
  const { nameOf, unitOf } = useCoins()
  const language = useLanguage()
  const [given] = useState(() => networksOf(coin, (text) => showDecimal(text, language)))
  const [networks, setNetworks] = useState(given)
  const field = useField({ base: unitOf(symbol) })
  return (
    <FieldsSheet
      {...useProposal()}
      title={t('coin.title', { coin: nameOf(symbol) })}
      fields={[...BOUNDS, ...(bank ? BANK : HOT)].map(field)}
      values={valuesOf(coin)}
      changed={JSON.stringify(networks.map(networkBody)) !== JSON.stringify(given.map(networkBody))}
      incomplete={!networks.every(isComplete)}
      proposes={{ kind: 'CHANGE_COIN', subject: symbol }}
      act={(values, reason) =>
        callApi(proposeCoinChange, {
          params: { coin: symbol },
          body: { ...changeBody(values, bank !== null), networks: networks.map(networkBody), revision, reason },
        })
      }
      onClose={onClose}
    >
      {(state) =>
        bank === null && (
          <NetworkFields
            networks={networks}
            state={state}
            onChange={setNetworks}
            existing={given.length}
            isOpened={false}
          />
        )
      }
    </FieldsSheet>
  )
}

const valuesOf = ({ quickTradeMin, quickTradeMax, inventoryMin, inventoryMax, hotShareMax, bank }: Coin): Values => ({
  ...{ quickTradeMin, quickTradeMax, inventoryMin, inventoryMax, hotShareMax },
  ...bank,
})

const networksOf = ({ networks }: Coin, show: (text: string) => string): readonly NetworkText[] =>
  networks.flatMap((network, key) => {
    const tokenType = KNOWN_NETWORKS.find((known) => known === network.tokenType)
    if (tokenType === undefined) return []
    const { withdrawalFee, minWithdraw, maxWithdraw } = network
    const amounts = {
      withdrawalFee: show(withdrawalFee),
      minWithdraw: show(minWithdraw),
      maxWithdraw: show(maxWithdraw),
    }
    return [{ ...network, ...amounts, tokenType, key }]
  })

const changeBody = (values: Values, hasBank: boolean) => {
  const { quickTradeMin = '', quickTradeMax = '', inventoryMin = '', inventoryMax = '', hotShareMax = '' } = values
  const { minDeposit = '', maxDeposit = '', minWithdraw = '', maxWithdraw = '' } = values
  return {
    ...{ quickTradeMin, quickTradeMax, inventoryMin, inventoryMax, hotShareMax },
    bank: hasBank ? { minDeposit, maxDeposit, minWithdraw, maxWithdraw } : null,
  }
}

/** One direction of one network of a coin. */
export interface Direction {
  readonly coin: string
  readonly tokenType: string
  readonly direction: 'deposit' | 'withdrawal'
  readonly isOpen: boolean
}

/** Stops a direction of a network immediately, or proposes to open it. */
export function NetworkSheet({ network, onClose }: { network: Direction; onClose: () => void }) {
  const { coin, tokenType, direction, isOpen } = network
  const { t } = useTranslation('proposals')
  const { nameOf } = useCoins()
  const doneOr = useDoneOrProposed()
  const known = KNOWN_NETWORKS.find((each) => each === tokenType)
  if (known === undefined) return null
  return (
    <ActSheet
      title={t(isOpen ? `coin.${direction}.stopOf` : `coin.${direction}.openOf`, {
        coin: nameOf(coin),
        network: tokenType,
      })}
      text={t(isOpen ? 'coin.stopText' : 'coin.openText')}
      yes={isOpen ? t(`coin.${direction}.stop`) : t('coin.propose')}
      done={doneOr(t(`coin.${direction}.stopped`))}
      variant={isOpen ? 'danger' : 'primary'}
      proposes={isOpen ? undefined : { kind: 'OPEN_NETWORK', subject: `${coin}/${tokenType}/${direction}` }}
      act={(reason) =>
        callApi(switchNetwork, {
          params: { coin, tokenType: known },
          body: { direction, enabled: !isOpen, reason },
        })
      }
      onClose={onClose}
    />
  )
}
