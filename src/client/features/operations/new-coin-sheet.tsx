import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { proposeCoin } from '#contract/operations-settings.ts'
import { FieldsSheet } from './fields-sheet.tsx'
import { isComplete, NEW_NETWORK, NetworkFields, type NetworkText, networkBody } from './network-fields.tsx'
import { countOf, useField, useProposal } from './setting-parts.ts'

const FIELDS = ['symbol', 'code', 'decimals', 'precision', 'quickTradeMin', 'quickTradeMax'] as const
const NAMES = ['persianName', 'englishName'] as const

type Values = Readonly<Record<string, string>>

/** A new coin with the networks that it travels on: one at least. */
export function NewCoinSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('desk')
  const field = useField()
  const [networks, setNetworks] = useState<readonly NetworkText[]>([NEW_NETWORK])
  const examples = { symbol: t('settings.example.symbol'), code: t('settings.example.code') }
  const fields = FIELDS.map((name) => ({
    ...field(name),
    ...(name === 'symbol' || name === 'code' ? { hint: examples[name] } : {}),
  }))
  const names = NAMES.map((name) => ({ ...field(name), words: true as const }))
  return (
    <FieldsSheet
      {...useProposal()}
      title={t('settings.newCoin')}
      fields={[...fields, ...names]}
      values={{}}
      problem={networks.every(isComplete) ? undefined : t('settings.incomplete')}
      act={(values, reason) =>
        callApi(proposeCoin, { body: { ...coinBody(values), networks: networks.map(networkBody), reason } })
      }
      onClose={onClose}
    >
      <NetworkFields networks={networks} onChange={setNetworks} />
    </FieldsSheet>
  )
}

const coinBody = (values: Values) => ({
  symbol: (values.symbol ?? '').toUpperCase(),
  code: (values.code ?? '').toUpperCase(),
  persianName: values.persianName ?? '',
  englishName: values.englishName ?? '',
  decimals: countOf(values.decimals),
  precision: countOf(values.precision),
  quickTradeMin: values.quickTradeMin ?? '',
  quickTradeMax: values.quickTradeMax ?? '',
})
