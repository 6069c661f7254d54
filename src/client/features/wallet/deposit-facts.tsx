import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { useLanguage } from '#client/lib/locale.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { showCard } from '#client/ui/show-card.ts'
import { showDigits } from '#client/ui/show-digits.ts'
import type { Deposit } from '#contract/wallets.ts'

/** A payment's amount, reference, card and time. */
export function DepositFacts({ deposit }: { deposit: z.output<typeof Deposit> }) {
  const { t } = useTranslation('wallet')
  const language = useLanguage()
  const { unitOf } = useCoins()
  const { amount, relatedCoin, link, bankAccount, createdAtDateTime } = deposit
  return (
    <FactList
      facts={[
        {
          label: t('payment.amount'),
          value: <DecimalText value={amount} unit={unitOf(relatedCoin)} />,
          strong: true,
        },
        ...(link === null
          ? []
          : [{ label: t('payment.reference'), value: <bdi dir="ltr">{showDigits(link, language)}</bdi> }]),
        ...(bankAccount === null
          ? []
          : [{ label: t('payment.card'), value: <bdi dir="ltr">{showCard(bankAccount, language)}</bdi> }]),
        { label: t('payment.at'), value: <DateText at={createdAtDateTime} /> },
      ]}
    />
  )
}
