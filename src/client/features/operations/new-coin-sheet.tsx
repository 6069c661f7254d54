import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { proposeCoin } from '#contract/operations-settings.ts'
import { FieldsSheet } from './fields-sheet.tsx'
import { isComplete, NEW_NETWORK, NetworkFields, type NetworkText, networkBody } from './network-fields.tsx'
import { countOf, useField, useProposal } from './setting-parts.ts'

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
        callApi(proposeCoin, { body: { ...coinBody(values), networks: networks.map(networkBody), reason } })
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
