import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Section } from '#client/ui/section.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { type PriceAlert, priceAlertsQuery, useRemovePriceAlert } from './price-alerts.queries.ts'

/** The user's price alerts, of one market or of all; renders nothing without any. */
export function PriceAlertList({ market }: { market?: string }) {
  const { t } = useTranslation('priceAlerts')
  const sentenceOf = useSentenceOf()
  const { data } = useQuery(priceAlertsQuery())
  const remove = useRemovePriceAlert((error) => showToast({ tone: 'error', title: sentenceOf(error) }))
  const alerts = (data?.content ?? []).filter(({ marketType }) => market === undefined || marketType === market)
  if (alerts.length === 0) return null
  return (
    <Section title={t('list')}>
      <chakra.ul display="grid" gap="1" aria-label={t('list')}>
        {alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} onRemove={() => remove.mutate(alert.id)} />
        ))}
      </chakra.ul>
    </Section>
  )
}

function AlertRow({ alert, onRemove }: { alert: PriceAlert; onRemove: () => void }) {
  const { t } = useTranslation('priceAlerts')
  const { pairOf, unitOf } = useCoins()
  const [, base = '', quote = ''] = /^(\w+)_(TOMAN|TETHER)$/.exec(alert.marketType) ?? []
  const pair = pairOf({ base, quote })
  const bounds = [
    { kind: 'ABOVE', value: alert.above } as const,
    { kind: 'BELOW', value: alert.below } as const,
  ].filter(({ value }) => value !== null)
  return (
    <chakra.li display="flex" alignItems="center" justifyContent="space-between" gap="3" minHeight="tap">
      <chakra.span display="grid" minWidth="0" fontSize="sm">
        <chakra.span fontWeight="semibold">{pair}</chakra.span>
        {bounds.map(({ kind, value }) => (
          <chakra.span key={kind} color="fg.muted">
            {t(`kind.${kind}`)} <DecimalText value={value ?? undefined} unit={unitOf(quote)} />
          </chakra.span>
        ))}
      </chakra.span>
      <IconButton label={t('remove', { pair })} icon={<Trash2 size={18} />} onClick={onRemove} />
    </chakra.li>
  )
}
