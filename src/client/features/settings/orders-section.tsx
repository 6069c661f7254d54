import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  CONFIRM_BOUND_NAMES,
  CONFIRM_BOUNDS,
  confirmBound,
  keepConfirmBound,
} from '#client/entities/order/confirm-bound.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { Section } from '#client/ui/section.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { SettingRow } from './setting-row.tsx'

/** The total from which an order is confirmed before it is sent. */
export function OrdersSection() {
  const { t } = useTranslation('settings')
  const language = useLanguage()
  const [bound, setBound] = useState(confirmBound)
  const { TOMAN, TETHER } = CONFIRM_BOUNDS[bound]
  const shown = (text: string) => amountInSentence(text, language)
  return (
    <Section title={t('orders.title')}>
      <SettingRow
        name={t('orders.confirm')}
        text={
          bound === 'always' ? t('orders.always') : t('orders.above', { toman: shown(TOMAN), tether: shown(TETHER) })
        }
      >
        <Segmented
          label={t('orders.confirm')}
          value={bound}
          options={CONFIRM_BOUND_NAMES.map((value) => ({ value, label: t(`orders.bound.${value}`) }))}
          onChange={(next) => {
            keepConfirmBound(next)
            setBound(next)
          }}
        />
      </SettingRow>
    </Section>
  )
}
