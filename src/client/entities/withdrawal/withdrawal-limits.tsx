import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { DateText } from '#client/ui/date-text.tsx'
import { HoldHelp } from '#client/ui/hold-help.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { bindingLimit, type LimitsLeft, wholeToman } from './withdrawal-limits.logic.ts'

/** Beside an amount that leaves: what the limits of an hour and of 24 hours leave, and which of them allows less. */
export function LimitsText({ limits, isOfCoin = false }: { limits: LimitsLeft; isOfCoin?: boolean }) {
  const { t } = useTranslation('wallet')
  const language = useLanguage()
  const figure = (text: string) => amountInSentence(wholeToman(text), language)
  const binding = bindingLimit(limits)
  return (
    <chakra.p fontSize="xs" color="fg.muted">
      {t('withdraw.limits.left', { hour: figure(limits.hourLeft), day: figure(limits.dayLeft) })}{' '}
      {t(`withdraw.limits.${binding}`)} {isOfCoin && t('withdraw.limits.worth')}
    </chakra.p>
  )
}

/** Nothing can be withdrawn until then. */
export function Held({ until }: { until: string }) {
  const { t } = useTranslation('wallet')
  return (
    <Notice tone="warning" title={t('withdraw.held.title')} action={<HoldHelp />}>
      {t('withdraw.held.text')} <DateText at={until} />
    </Notice>
  )
}
