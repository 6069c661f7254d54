import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { formatDecimal } from '#domain/decimal.ts'
import { FEE_QUICK_TRADE, percentOf } from '#domain/fee.ts'
import { nextDue } from '#domain/recurring-buy.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import { type PlanFacts, type PlanForm, type PlanSummary, rhythmOf } from './plan-form.logic.ts'
import { usePlanWords } from './use-plan-words.ts'

type PlanSummaryProps = { form: PlanForm; facts: PlanFacts; summary: PlanSummary }

/** All that a plan will do, before its user starts it: what it buys, when first, at which price, and when it ends. */
export function PlanSummaryList({ form, facts, summary }: PlanSummaryProps) {
  const { t } = useTranslation('recurring')
  const language = useLanguage()
  const { nameOf, unitOf, billed } = useCoins()
  const { rhythm, when } = usePlanWords()
  const asked = rhythmOf(form)
  const { coin, unit, total, ceiling } = form
  const price = facts.unitPrice === undefined ? undefined : formatDecimal(facts.unitPrice, PRICE_DECIMALS)
  const fee = amountInSentence(percentOf(FEE_QUICK_TRADE), language, { percent: true })
  return (
    <chakra.div display="grid" gap="3">
      <FactList
        facts={[
          { label: t('form.coin'), value: nameOf(coin) },
          { label: t('form.total'), value: <DecimalText value={total} {...billed(unit)} />, strong: true },
          { label: t('form.rhythm.label'), value: rhythm(asked) },
          { label: t('facts.first'), value: when(nextDue(asked, new Date())), strong: true },
          { label: t('facts.price'), value: t('facts.momentary') },
          { label: t('facts.now'), value: <DecimalText value={price} unit={unitOf(unit)} /> },
          {
            label: t('facts.ceiling'),
            value: ceiling === '' ? t('form.noCeiling') : <DecimalText value={ceiling} unit={unitOf(unit)} />,
          },
          {
            label: t('facts.receive', { percent: fee }),
            value: <DecimalText value={summary.received} {...billed(coin)} />,
          },
        ]}
      />
      {summary.isCeilingLow && <Notice tone="warning">{t('form.ceilingLow')}</Notice>}
      <Notice tone="info">
        {t('facts.note')} {coin === 'GOLD' && t('facts.hours')}
      </Notice>
    </chakra.div>
  )
}
